import { readKey, writeKey } from '../device/kv.ts';
import { postJson } from '../http/request.ts';
import { claimsOf } from './claims.ts';

interface StoredToken {
  token: string;
  /** Milliseconds since 1970, by this device's clock. */
  expires: number;
}

const GUEST_TOKEN_KEY = 'guest-token';
const TIMEOUT_MS = 15_000;
/** A token in its last minute is not used: the stream would be closed at once. */
const MARGIN_MS = 60_000;

/** Of a token without these claims. */
const USUAL_LIFE_MS = 3_600_000;

/** Its life begins when it arrives, because this device's clock may be wrong. */
function lifeOf(token: string): number {
  const { iat, exp } = claimsOf(token);
  return typeof iat === 'number' && typeof exp === 'number' ? (exp - iat) * 1000 : USUAL_LIFE_MS;
}

/** A token for the public stream, other than `refused`. Throws without one. Needs no supabase-js. */
export async function guestToken(refused?: string): Promise<string> {
  const stored = await readKey<StoredToken>(GUEST_TOKEN_KEY).catch(() => undefined);
  if (stored && stored.token !== refused && stored.expires - MARGIN_MS > Date.now()) return stored.token;
  const { status, body } = await postJson('/functions/v1/guest-token', {}, { timeoutMs: TIMEOUT_MS });
  const { token } = (body ?? {}) as { token?: unknown };
  if (status !== 200 || typeof token !== 'string') throw new Error('The server returned no guest token.');
  await writeKey(GUEST_TOKEN_KEY, { token, expires: Date.now() + lifeOf(token) } satisfies StoredToken);
  return token;
}
