import { AuthClient } from '@supabase/supabase-js';
import { v7 } from 'uuid';
import { endpoints } from '../http/config.ts';
import { limitedFetch } from '../http/request.ts';
import { AUTH_TIMEOUT_MS } from './auth-lock.ts';

/**
 * A client for one log-in, with a session in memory: the stored one of the logged-in member stays. Nothing else uses
 * it: the stored session and its tokens are read and refreshed by stored-token.ts, in the page and in the service
 * worker.
 */
export function detachedAuthClient(): InstanceType<typeof AuthClient> {
  const { supabaseUrl, publishableKey } = endpoints();
  return new AuthClient({
    storageKey: `detached-${v7()}`,
    persistSession: false,
    url: `${supabaseUrl}/auth/v1`,
    headers: { apikey: publishableKey },
    autoRefreshToken: false,
    fetch: limitedFetch(() => AUTH_TIMEOUT_MS),
    // Mails link to our own confirm page with a token hash; nothing is read from the address automatically.
    detectSessionInUrl: false,
  });
}
