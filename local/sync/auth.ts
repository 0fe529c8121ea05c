import { BaseJwtPayload } from '@powersync/service-sync-rules';
import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { CryptoKey, JWTHeaderParameters, JWTPayload, KeyObject } from 'jose';
import { SyncError } from './errors.ts';

export interface SyncUser {
  userId: string;
  isMember: boolean;
  claims: JWTPayload;
  /** Seconds since 1970. */
  expiresAt: number;
}

/**
 * A key that may sign sync tokens, for any subject. Here they are HS256 secrets; an asymmetric key from a JWKS has the
 * same shape.
 */
export interface VerificationKey {
  key: Uint8Array | CryptoKey | KeyObject;
  algorithms: string[];
  /** The only audience that this key may sign for. The sync rules tell members from guests by it. */
  audience: string;
  maxLifetimeSeconds: number;
}

export type KeySource = (header: JWTHeaderParameters) => VerificationKey | null | Promise<VerificationKey | null>;

const toleranceSeconds = 60;
const daySeconds = 24 * 60 * 60;
const memberAudience = 'authenticated';

/** Keys for access tokens of the auth server, which the real service accepts for up to a week, and for guest tokens. */
export function localKeys(jwtSecret: string, guestSecret: string): KeySource {
  const encode = (secret: string): Uint8Array => new TextEncoder().encode(secret);
  const algorithms = ['HS256'];
  const member = {
    key: encode(jwtSecret),
    algorithms,
    audience: memberAudience,
    maxLifetimeSeconds: 7 * daySeconds + 20 * 60,
  };
  const guest = { key: encode(guestSecret), algorithms, audience: 'rangeday-sync', maxLifetimeSeconds: daySeconds };
  return (header) => (header.kid === 'guest' ? guest : member);
}

/**
 * Checks an Authorization header (`Token …` or `Bearer …`) as strictly as PowerSync. Throws SyncError 401 with its
 * codes.
 */
export async function authenticate(header: string | undefined, keys: KeySource): Promise<SyncUser> {
  const token = /^(?:Token|Bearer) (\S+)$/.exec(header ?? '')?.[1];
  if (!token) throw refused('PSYNC_S2106', 'Authentication required');
  let verification: VerificationKey | null;
  try {
    verification = await keys(decodeProtectedHeader(token) as JWTHeaderParameters);
  } catch {
    throw refused('PSYNC_S2101', 'Token is not a well-formed JWT. Check the token format.');
  }
  if (!verification) throw refused('PSYNC_S2101', 'Could not find an appropriate key for the token');
  const { key, algorithms, audience, maxLifetimeSeconds } = verification;
  let claims: JWTPayload;
  try {
    const options = { algorithms, clockTolerance: toleranceSeconds, requiredClaims: ['sub', 'iat', 'exp'] };
    claims = (await jwtVerify(token, key, options)).payload;
  } catch (error) {
    throw refusal(error);
  }
  // The library would check the audience before the expiry; the real service does it after.
  if (![claims.aud].flat().includes(audience)) throw refused('PSYNC_S2105', 'Unexpected "aud" claim value');
  const { exp = 0, iat = 0, parameters } = claims;
  if (exp - iat > maxLifetimeSeconds) {
    throw refused('PSYNC_S2104', `Token must expire in a maximum of ${maxLifetimeSeconds} seconds, got ${exp - iat}s`);
  }
  if (parameters != null && (typeof parameters !== 'object' || Array.isArray(parameters))) {
    throw refused('PSYNC_S2101', 'Payload parameters must be an object');
  }
  const userId = String(new BaseJwtPayload(claims).userIdJson);
  return { userId, isMember: audience === memberAudience, claims, expiresAt: exp };
}

export function expired(): SyncError {
  return refused('PSYNC_S2103', 'JWT has expired');
}

function refusal(error: unknown): SyncError {
  if (error instanceof errors.JWTExpired) return expired();
  if (error instanceof errors.JWTClaimValidationFailed) {
    return refused('PSYNC_S2101', `JWT payload is missing a required claim "${error.claim}"`);
  }
  return refused('PSYNC_S2101', error instanceof errors.JOSEError ? error.message : 'The token could not be verified');
}

function refused(code: string, description: string): SyncError {
  return new SyncError(code, 401, description);
}
