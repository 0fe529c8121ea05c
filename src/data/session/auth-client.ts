import { AuthClient } from '@supabase/supabase-js';
import { v7 } from 'uuid';
import { endpoints } from '../remote/config.ts';
import { limitedFetch } from '../remote/request.ts';
import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { AUTH_KEY, AUTH_TIMEOUT_MS } from './auth-lock.ts';

const storage = {
  getItem: async (key: string) => (await readKey<string>(key).catch(() => undefined)) ?? null,
  setItem: async (key: string, value: string) => void (await writeKey(key, value)),
  removeItem: (key: string) => removeKey(key),
};

type Client = InstanceType<typeof AuthClient>;
type ClientOptions = NonNullable<ConstructorParameters<typeof AuthClient>[0]>;

/** One per page, also across log-outs: its only state is in `storage`, and it warns about a second instance. */
let client: Client | undefined;

export const authClient = (): Client =>
  (client ??= createClient({ storage, storageKey: AUTH_KEY, persistSession: true }));

/** Has a session of its own in memory: the stored one of the logged-in member stays. */
export const detachedAuthClient = (): Client => createClient({ storageKey: `detached-${v7()}`, persistSession: false });

function createClient(session: Pick<ClientOptions, 'storage' | 'storageKey' | 'persistSession'>): Client {
  const { supabaseUrl, publishableKey } = endpoints();
  return new AuthClient({
    ...session,
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: publishableKey },
    // Each use first asks for a valid token under the lock shared with the service worker (tokens.ts). A timed refresh would ignore
    // that lock.
    autoRefreshToken: false,
    // A call without an answer would hold that lock, and everything that waits for a token.
    fetch: limitedFetch(() => AUTH_TIMEOUT_MS),
    // Mails link to our own confirm page with a token hash; nothing is read from the address automatically.
    detectSessionInUrl: false,
  });
}

/** Deletes the tokens without the server, for a log-out while it cannot be reached. */
export async function dropAuth(): Promise<void> {
  await removeKey(AUTH_KEY);
}
