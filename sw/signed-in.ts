import { readKey, SESSION_KEY } from '#data/device/kv.ts';

/** The member who is logged in; null for a guest. */
export async function signedIn(): Promise<string | null> {
  const session = await readKey<{ kind?: unknown; userId?: unknown }>(SESSION_KEY).catch(() => undefined);
  return session?.kind === 'member' && typeof session.userId === 'string' ? session.userId : null;
}
