import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

import { UUID } from '../../caller.ts';
import { isObject, originOf } from '../../http.ts';
import type { Json } from '../../http.ts';
import type { Member } from '../account.ts';
import { AuthError, invalid } from '../errors.ts';
import { transaction } from '../service.ts';
import type { AuthService } from '../service.ts';
import { beginSession } from '../sessions.ts';
import { first, isBanned, userById } from '../users.ts';
import { passkeyName } from './names.ts';
import { passkeyJson, passkeysOf, storeChallenge, takeChallenge } from './store.ts';
import type { ChallengeType, PasskeyRow } from './store.ts';

const MOST_PASSKEYS = 10;
/** Registrations that one member may begin within five minutes. */
const REGISTRATIONS = 60;
/** How a browser can reach an authenticator. */
const TRANSPORTS: readonly string[] = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];
/** Milliseconds that a browser waits for the member, as in GoTrue. */
const TIMEOUT = 300_000;
/** ES256, ES384, ES512, RS256, RS384, RS512, PS256, PS384, PS512, EdDSA, as GoTrue offers them. */
const ALGORITHMS = [-7, -35, -36, -257, -258, -259, -37, -38, -39, -8];

/** Loaded by the first passkey that is verified: its certificates take a sixth of the backend's start. */
const library = () => import('@simplewebauthn/server');
const newChallenge = (): string => randomBytes(32).toString('base64url');
const toBase64url = (text: string): string => Buffer.from(text).toString('base64url');
const rpId = ({ ctx }: AuthService): string => new URL(ctx.appUrl).hostname;
const unverified = (message = 'Credential verification failed'): AuthError =>
  new AuthError(400, 'webauthn_verification_failed', message);
const tooMany = (): AuthError => new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached');

/** POST /passkeys/registration/options: what `navigator.credentials.create()` takes. */
export async function registrationOptions(service: AuthService, { user }: Member): Promise<Json> {
  service.limits.use(`passkeys:${user.id}`, REGISTRATIONS, 300);
  const passkeys = await passkeysOf(service.db, user.id);
  if (passkeys.length >= MOST_PASSKEYS) throw tooMany();
  const challenge = newChallenge();
  const stored = await storeChallenge(service.db, 'registration', user.id, challenge);
  const name = user.email ?? '';
  const called = user.raw_user_meta_data?.['name'];
  const options = {
    rp: { name: 'Rangeday', id: rpId(service) },
    user: { name, displayName: typeof called === 'string' && called ? called : name, id: toBase64url(user.id) },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: TIMEOUT,
    ...(passkeys.length > 0 && {
      excludeCredentials: passkeys.map((key) => ({
        type: 'public-key',
        id: key.credential_id.toString('base64url'),
      })),
    }),
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    attestation: 'none',
  };
  return { challenge_id: stored.challenge_id, options, expires_at: stored.expires_at };
}

/** POST /passkeys/registration/verify: `{challenge_id, credential}`. Stores the key, and returns its name. */
export async function verifyRegistration(service: AuthService, { user }: Member, body: Json): Promise<Json> {
  const { challenge, credential } = await answered(service, 'registration', user.id, body);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo: made } = await verifyRegistrationResponse({
    // `isCredential` has checked what both kinds have. The library checks the rest and throws.
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: service.ctx.appUrl,
    expectedRPID: rpId(service),
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => {
    throw unverified();
  });
  if (!made) throw unverified();
  const { id, publicKey, counter, transports = [] } = made.credential;
  return await transaction(service.db, async (db) => {
    // Two registrations of one member at the same time count each other.
    await db.query('select 1 from auth.users where id = $1 for update', [user.id]);
    if ((await passkeysOf(db, user.id)).length >= MOST_PASSKEYS) throw tooMany();
    const { rows } = await db.query<PasskeyRow>(
      `insert into auth.webauthn_credentials
         (user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict (credential_id) do nothing returning *`,
      [
        user.id,
        Buffer.from(id, 'base64url'),
        Buffer.from(publicKey),
        made.fmt,
        made.aaguid,
        counter,
        JSON.stringify(transports.filter((one) => TRANSPORTS.includes(one))),
        made.credentialDeviceType === 'multiDevice',
        made.credentialBackedUp,
        passkeyName(made.aaguid),
      ],
    );
    if (rows.length === 0)
      throw new AuthError(422, 'webauthn_credential_exists', 'This credential is already registered');
    return passkeyJson(first(rows));
  });
}

/** POST /passkeys/authentication/options: what `navigator.credentials.get()` takes. The browser offers the accounts. */
export async function authenticationOptions(service: AuthService, req: IncomingMessage): Promise<Json> {
  service.limits.use(`passkeys:${originOf(req)}`, service.passkeyLogins, 300);
  const challenge = newChallenge();
  const { challenge_id, expires_at } = await storeChallenge(service.db, 'authentication', null, challenge);
  const options = { challenge, timeout: TIMEOUT, rpId: rpId(service), userVerification: 'preferred' };
  return { challenge_id, options, expires_at };
}

/** POST /passkeys/authentication/verify: `{challenge_id, credential}`. Returns a session. */
export async function verifyAuthentication(service: AuthService, req: IncomingMessage, body: Json): Promise<Json> {
  const { challenge, credential } = await answered(service, 'authentication', null, body);
  // `isCredential` has checked what is read here. The library checks the rest and throws.
  const response = credential as unknown as AuthenticationResponseJSON;
  const userId = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
  const user = UUID.test(userId) ? await userById(service.db, userId) : undefined;
  if (!user) throw unverified();
  const { verifyAuthenticationResponse } = await library();
  return await transaction(service.db, async (db) => {
    const { rows } = await db.query<PasskeyRow>(
      // Locked, so that one value of the counter is accepted once.
      'select * from auth.webauthn_credentials where credential_id = $1 and user_id = $2 for update',
      [Buffer.from(response.id, 'base64url'), user.id],
    );
    const [key] = rows;
    if (!key) throw unverified();
    const { verified, authenticationInfo: info } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: service.ctx.appUrl,
      expectedRPID: rpId(service),
      requireUserVerification: false,
      credential: { id: response.id, publicKey: new Uint8Array(key.public_key), counter: Number(key.sign_count) },
    }).catch(() => {
      throw unverified();
    });
    const isMultiDevice = info.credentialDeviceType === 'multiDevice';
    if (!verified || isMultiDevice !== key.backup_eligible) throw unverified();
    if (user.email && !user.email_confirmed_at) throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
    if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
    await db.query(
      'update auth.webauthn_credentials set sign_count = $2, last_used_at = now(), updated_at = now() where id = $1',
      [key.id, info.newCounter],
    );
    return await beginSession(service, db, req, user, 'passkey');
  });
}

/** Takes the challenge of a request, and reads the credential. Throws in GoTrue's order. */
async function answered(
  { db }: AuthService,
  type: ChallengeType,
  userId: string | null,
  body: Json,
): Promise<{ challenge: string; credential: Json }> {
  const { challenge_id: id, credential } = body;
  if (id === undefined || id === '') throw invalid('challenge_id is required');
  if (credential === undefined) throw invalid('credential is required');
  if (typeof id !== 'string' || !UUID.test(id)) throw invalid('challenge_id must be a valid UUID');
  const found = await takeChallenge(db, id, type, userId);
  if (!found) throw new AuthError(400, 'webauthn_challenge_not_found', 'Challenge not found or already used');
  if (found.isExpired) throw new AuthError(400, 'webauthn_challenge_expired', 'Challenge has expired');
  if (!isCredential(credential)) throw unverified('Invalid credential response');
  return { challenge: found.challenge, credential };
}

function isCredential(value: unknown): value is Json {
  if (!isObject(value) || !isObject(value['response'])) return false;
  const { clientDataJSON, userHandle } = value['response'];
  const isText = (text: unknown): boolean => typeof text === 'string' && text !== '';
  return (
    value['type'] === 'public-key' &&
    isText(value['id']) &&
    isText(clientDataJSON) &&
    (userHandle === undefined || userHandle === null || typeof userHandle === 'string')
  );
}
