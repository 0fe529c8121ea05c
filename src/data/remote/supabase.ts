import { createClient } from '@supabase/supabase-js';
import { memberTokenIfAny } from '../session/tokens.ts';
import { endpoints } from './config.ts';
import { limitedFetch } from './request.ts';

const TIMEOUT_MS = 20_000;
/** A file of 50 MB on a slow uplink. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

const create = () => {
  const { supabaseUrl, publishableKey } = endpoints();
  return createClient(supabaseUrl, publishableKey, {
    accessToken: async () => (await memberTokenIfAny()) ?? null,
    global: {
      fetch: limitedFetch((url) => (url.includes('/storage/v1/object/') ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)),
    },
  });
};

let client: ReturnType<typeof create> | undefined;

/**
 * For calls that need the server's answer now: functions, storage, rows that must not stay on the device. Import this file on demand,
 * never from the first chunk or the service worker. Auth has a client of its own (session/auth-client.ts), under the lock that tabs
 * and worker share.
 */
export const supabase = (): ReturnType<typeof create> => (client ??= create());
