import { postJson } from '../remote/request.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { AUTH_KEY, AUTH_TIMEOUT_MS, withAuthLock } from './auth-lock.ts';

/** The fields read here of what the auth client stores. `expires_at` in seconds. */
interface StoredSession {
  access_token: string;
  refresh_token: string;
  expires_at?: number;
  user?: { id?: string };
}

const MARGIN_MS = 60_000;

async function readSession(userId: string): Promise<StoredSession | null> {
  const text = await readKey<string>(AUTH_KEY).catch(() => undefined);
  if (typeof text !== 'string') return null;
  const session = JSON.parse(text) as Partial<StoredSession> | null;
  if (!session?.access_token || !session.refresh_token || session.user?.id !== userId) return null;
  return session as StoredSession;
}

/**
 * A valid access token of this member from the stored session, for the service worker, which has no auth client. `rejected`: the token
 * that the server did not accept. Null if none is available; the stored session is never ended here.
 */
export function storedToken(userId: string, rejected?: string): Promise<string | null> {
  return withAuthLock(async () => {
    const session = await readSession(userId);
    if (!session) return null;
    const isFresh = (session.expires_at ?? 0) * 1000 - MARGIN_MS > Date.now();
    if (isFresh && session.access_token !== rejected) return session.access_token;
    return refresh(session, userId).catch(() => null);
  });
}

async function refresh(session: StoredSession, userId: string): Promise<string | null> {
  const { refresh_token } = session;
  const reply = await postJson(
    '/auth/v1/token?grant_type=refresh_token',
    { refresh_token },
    { timeoutMs: AUTH_TIMEOUT_MS },
  );
  const body = (reply.body ?? {}) as Partial<StoredSession> & { expires_in?: number };
  if (reply.status !== 200 || !body.access_token || !body.refresh_token || body.user?.id !== userId) return null;
  const expires_at = body.expires_at ?? Math.floor(Date.now() / 1000) + (body.expires_in ?? 3600);
  // In the auth client's own format: the page reads it at its next call.
  await writeKey(AUTH_KEY, JSON.stringify({ ...session, ...body, expires_at }));
  return body.access_token;
}
