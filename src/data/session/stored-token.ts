import { codeOf, endsSession, isNoAnswer, messageOf } from '../http/answers.ts';
import { postJson } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { AUTH_KEY, AUTH_TIMEOUT_MS, withAuthLock } from './auth-lock.ts';

/** The used fields of the auth client's stored session. `expires_at`: seconds since 1970, device clock. */
interface StoredSession {
  access_token: string;
  refresh_token: string;
  expires_at?: number;
  /** Seconds. */
  expires_in?: number;
  user?: { id?: string };
}

/** A token in its last minute is not used: it may end on the way. */
const MARGIN_MS = 60_000;
const USUAL_LIFE = 3600;

async function readSession(): Promise<StoredSession | null> {
  const text = await readKey<string>(AUTH_KEY).catch(() => undefined);
  const session = typeof text === 'string' ? (JSON.parse(text) as Partial<StoredSession> | null) : null;
  return session?.access_token && session.refresh_token ? (session as StoredSession) : null;
}

/** Stores tokens in the auth client's format. Their life begins now, because this device's clock may be wrong. */
export async function storeSession(session: object): Promise<void> {
  const fresh = session as StoredSession;
  const stored = await readSession();
  const isKnown = stored?.access_token === fresh.access_token && stored.expires_at !== undefined;
  const expires_at = isKnown ? stored.expires_at : Math.floor(Date.now() / 1000) + (fresh.expires_in ?? USUAL_LIFE);
  await writeKey(AUTH_KEY, JSON.stringify({ ...fresh, expires_at }));
}

/** none: no such session here; ended: by the server; unreachable: no answer; failing: an error, maybe still valid. */
export type FoundToken =
  | { kind: 'token'; token: string }
  | { kind: 'none' | 'ended' | 'unreachable' | 'failing'; message: string };

/** A valid stored token of this member only. `refused` gets another one. Call within `withAuthLock`. */
export const findToken = async (userId: string, refused?: string): Promise<FoundToken> =>
  tokenOf(await readSession(), userId, refused);

async function tokenOf(session: StoredSession | null, userId: string, refused?: string): Promise<FoundToken> {
  if (session?.user?.id !== userId) return { kind: 'none', message: 'No session of this member is here.' };
  const isFresh = (session.expires_at ?? 0) * 1000 - MARGIN_MS > Date.now();
  if (isFresh && session.access_token !== refused) return { kind: 'token', token: session.access_token };
  return refresh(session, userId);
}

async function refresh(session: StoredSession, userId: string): Promise<FoundToken> {
  const { refresh_token } = session;
  const path = '/auth/v1/token?grant_type=refresh_token';
  const reply = await postJson(path, { refresh_token }, { timeoutMs: AUTH_TIMEOUT_MS }).catch((error: unknown) => ({
    status: 0,
    body: { message: String(error) },
  }));
  const body = (reply.body ?? {}) as Partial<StoredSession>;
  if (reply.status === 200 && body.access_token && body.refresh_token && body.user?.id === userId) {
    // A log-out may have deleted them meanwhile.
    if ((await readSession())?.refresh_token === refresh_token) await storeSession({ ...session, ...body });
    return { kind: 'token', token: body.access_token };
  }
  const kind = endsSession(reply) ? 'ended' : isNoAnswer(reply) ? 'unreachable' : 'failing';
  return { kind, message: messageOf(body) || codeOf(body) };
}

/** For the service worker: null if no token is available. The stored session is never ended here. */
export const storedToken = (userId: string, refused?: string): Promise<string | null> =>
  withAuthLock(async () => {
    const found = await findToken(userId, refused);
    return found.kind === 'token' ? found.token : null;
  });

/** The member's present tokens, for calls that go on after a log-out has deleted them here. */
export async function takeTokens(userId: string): Promise<Tokens> {
  const taken = await readSession();
  let given: string | null = null;
  return (refused) =>
    withAuthLock(async () => {
      if (given !== null && given !== refused) return given;
      const found = await tokenOf(taken, userId, refused);
      return (given = found.kind === 'token' ? found.token : null);
    });
}

/** The member's tokens in the service worker. Throws without one: the call must not become a guest's. */
export const storedTokens =
  (userId: string) =>
  async (refused?: string): Promise<string> => {
    const token = await storedToken(userId, refused);
    if (token === null) throw new Error('There is no valid token.');
    return token;
  };
