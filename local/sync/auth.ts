import { decodeProtectedHeader, errors, jwtVerify } from 'jose';
import type { CryptoKey, JWTHeaderParameters, JWTPayload, KeyObject } from 'jose';
import { SyncError } from './errors.ts';

export interface SyncUser {
  userId: string;
  claims: JWTPayload;
  /** Seconds since 1970. */
  expiresAt: number;
}

/** A key that may sign sync tokens. Here they are HS256 secrets; an asymmetric key from a JWKS has the same shape. */
export interface VerificationKey {
  key: Uint8Array | CryptoKey | KeyObject;
  algorithms: string[];
  audience: string;
  /** If set, tokens of this key are valid for this subject only. */
  onlySubject?: string;
}

export type KeySource = (header: JWTHeaderParameters) => VerificationKey | null | Promise<VerificationKey | null>;

const toleranceSeconds = 60;
const maxLifetimeSeconds = 24 * 60 * 60;

/** Keys for access tokens of the auth server, and for guest tokens, which are never valid for a member. */
export function localKeys(jwtSecret: string, guestSecret: string): KeySource {
  const encode = (secret: string): Uint8Array => new TextEncoder().encode(secret);
  const member = { key: encode(jwtSecret), algorithms: ['HS256'], audience: 'authenticated' };
  const guest = { key: encode(guestSecret), algorithms: ['HS256'], audience: 'rangeday-sync', onlySubject: 'guest' };
  return (header) => (header.kid === 'guest' ? guest : member);
}

/** Checks an Authorization header (`Token …` or `Bearer …`). Throws SyncError 401 with PowerSync's codes. */
export async function authenticate(header: string | undefined, keys: KeySource): Promise<SyncUser> {
  const token = /^(?:Token|Bearer) +(\S+)$/i.exec(header ?? '')?.[1];
  if (!token) throw refused('PSYNC_S2106', 'Authentication required');
  let verification: VerificationKey | null;
  try {
    verification = await keys(decodeProtectedHeader(token) as JWTHeaderParameters);
  } catch {
    throw refused('PSYNC_S2101', 'The token is not a JWT');
  }
  if (!verification) throw refused('PSYNC_S2101', 'Could not find an appropriate key for the token');
  const { key, algorithms, audience, onlySubject } = verification;
  let claims: JWTPayload;
  try {
    const options = { algorithms, audience, clockTolerance: toleranceSeconds, requiredClaims: ['exp', 'sub'] };
    claims = (await jwtVerify(token, key, options)).payload;
  } catch (error) {
    throw refusal(error);
  }
  const { sub, exp, iat } = claims;
  if (typeof sub !== 'string' || sub === '' || exp === undefined) {
    throw refused('PSYNC_S2101', 'The token needs a subject');
  }
  if (onlySubject !== undefined && sub !== onlySubject) {
    throw refused('PSYNC_S2101', 'This key may not sign for that subject');
  }
  if (exp - (iat ?? Date.now() / 1000) > maxLifetimeSeconds) {
    throw refused('PSYNC_S2104', `Token must expire in a maximum of ${maxLifetimeSeconds} seconds`);
  }
  return { userId: sub, claims, expiresAt: exp };
}

export function expired(): SyncError {
  return refused('PSYNC_S2103', 'JWT has expired');
}

function refusal(error: unknown): SyncError {
  if (error instanceof errors.JWTExpired) return expired();
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud') {
    return refused('PSYNC_S2105', 'Unexpected "aud" claim value');
  }
  return refused('PSYNC_S2101', error instanceof errors.JOSEError ? error.message : 'The token could not be verified');
}

function refused(code: string, description: string): SyncError {
  return new SyncError(code, 401, description);
}
