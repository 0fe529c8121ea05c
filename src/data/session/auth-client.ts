import { AuthClient } from '@supabase/supabase-js';
import type { AUTH_METHODS } from '#contract/auth-methods.ts';
import { v7 } from 'uuid';
import { endpoints } from '../http/config.ts';
import { limitedFetch } from '../http/request.ts';
import { AUTH_TIMEOUT_MS } from './auth-lock.ts';

/** The build has no other methods of the client. */
type UsedClient = Pick<InstanceType<typeof AuthClient>, (typeof AUTH_METHODS)[number]>;

/** A client for one log-in, session in memory. The stored session is read and refreshed by stored-token.ts only. */
export function detachedAuthClient(): UsedClient {
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
