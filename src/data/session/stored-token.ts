import { endpoints } from '../remote/config.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { AUTH_KEY, AUTH_TIMEOUT_MS, withAuthLock } from './auth-lock.ts';

/** What the auth client keeps, as far as it is read here. `expires_at` in seconds. */
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
 * A valid access token of this member out of the stored tokens, for the service worker, which has no auth client. `refused`: the
 * token that the server would not take. Null when there is none now; the stored session is never ended here.
 */
export function storedToken(userId: string, refused?: string): Promise<string | null> {
  return withAuthLock(async () => {
    const session = await readSession(userId);
    if (!session) return null;
    const isFresh = (session.expires_at ?? 0) * 1000 - MARGIN_MS > Date.now();
    if (isFresh && session.access_token !== refused) return session.access_token;
    return refresh(session, userId);
  });
}

async function refresh(session: StoredSession, userId: string): Promise<string | null> {
  const { supabaseUrl, publishableKey } = endpoints();
  try {
    const response = await fetch(`${supabaseUrl}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', apikey: publishableKey },
      body: JSON.stringify({ refresh_token: session.refresh_token }),
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(AUTH_TIMEOUT_MS),
    });
    const body = (await response.json()) as Partial<StoredSession> & { expires_in?: number };
    if (!response.ok || !body.access_token || !body.refresh_token || body.user?.id !== userId) return null;
    const expires_at = body.expires_at ?? Math.floor(Date.now() / 1000) + (body.expires_in ?? 3600);
    // In the auth client's own form: the page reads it at its next call.
    await writeKey(AUTH_KEY, JSON.stringify({ ...session, ...body, expires_at }));
    return body.access_token;
  } catch {
    return null;
  }
}
