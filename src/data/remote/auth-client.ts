import { AuthClient } from '@supabase/supabase-js';
import { endpoints } from '../config.ts';
import { readKey, removeKey, writeKey } from '../local/kv.ts';

/** Where the tokens are kept: in IndexedDB, since a service worker reads no localStorage. */
const STORAGE_KEY = 'auth';

const storage = {
  getItem: async (key: string) => (await readKey<string>(key).catch(() => undefined)) ?? null,
  setItem: async (key: string, value: string) => void (await writeKey(key, value)),
  removeItem: (key: string) => removeKey(key),
};

type Client = InstanceType<typeof AuthClient>;

let client: Client | undefined;

export function authClient(): Client {
  if (client) return client;
  const { supabaseUrl, publishableKey } = endpoints();
  client = new AuthClient({
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: publishableKey },
    storage,
    storageKey: STORAGE_KEY,
    persistSession: true,
    autoRefreshToken: true,
    // Mails link to our own confirm page with a token hash; nothing is read out of an address by itself.
    detectSessionInUrl: false,
  });
  return client;
}

/** Forgets the tokens without asking the server, for a log-out while it cannot be reached. */
export async function dropAuth(): Promise<void> {
  const gone = client;
  client = undefined;
  await gone?.stopAutoRefresh();
  await removeKey(STORAGE_KEY);
}
