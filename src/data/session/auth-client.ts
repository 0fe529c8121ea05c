import { AuthClient } from '@supabase/supabase-js';
import { endpoints } from '../remote/config.ts';
import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { AUTH_KEY, AUTH_TIMEOUT_MS } from './auth-lock.ts';

const storage = {
  getItem: async (key: string) => (await readKey<string>(key).catch(() => undefined)) ?? null,
  setItem: async (key: string, value: string) => void (await writeKey(key, value)),
  removeItem: (key: string) => removeKey(key),
};

type Client = InstanceType<typeof AuthClient>;

/** One for the life of the page, through log-outs too: it keeps nothing of a session but in the storage, and warns of a second one. */
let client: Client | undefined;

export function authClient(): Client {
  if (client) return client;
  const { supabaseUrl, publishableKey } = endpoints();
  client = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: publishableKey },
    storage,
    storageKey: AUTH_KEY,
    persistSession: true,
    // Every use asks for a valid token first, under the lock that the service worker shares (tokens.ts): a refresh by the clock
    // would run beside it.
    autoRefreshToken: false,
    // A black hole would hold that lock, and everything that waits for a token, for ever.
    fetch: (input, init) =>
      fetch(input, {
        ...init,
        signal: AbortSignal.any([AbortSignal.timeout(AUTH_TIMEOUT_MS), ...(init?.signal ? [init.signal] : [])]),
      }),
    // Mails link to our own confirm page with a token hash; nothing is read out of an address by itself.
    detectSessionInUrl: false,
  });
  return client;
}

/** Forgets the tokens without asking the server, for a log-out while it cannot be reached. */
export async function dropAuth(): Promise<void> {
  await removeKey(AUTH_KEY);
}
