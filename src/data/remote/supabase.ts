import { createClient } from '@supabase/supabase-js';
import { memberTokenIfAny } from '../session/tokens.ts';
import { endpoints } from '../http/config.ts';
import { limitedFetch } from '../http/request.ts';
import { responseRefusesToken, withToken } from '../http/with-token.ts';

const TIMEOUT_MS = 20_000;
/** A file of 50 MB on a slow uplink. */
const UPLOAD_TIMEOUT_MS = 10 * 60_000;

/** The client asks for a token before each call, but does not know of refused ones. */
const renewingFetch =
  (publishableKey: string, send: typeof fetch): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    const given = headers.get('authorization')?.replace(/^Bearer /, '') ?? publishableKey;
    return withToken(
      async (refused) => (refused !== undefined ? memberTokenIfAny(refused) : given === publishableKey ? null : given),
      (token) => {
        if (token !== null) headers.set('authorization', `Bearer ${token}`);
        return send(input, { ...init, headers });
      },
      (response) => responseRefusesToken(response, init?.method),
    );
  };

const create = () => {
  const { supabaseUrl, publishableKey } = endpoints();
  return createClient(supabaseUrl, publishableKey, {
    accessToken: () => memberTokenIfAny(),
    global: {
      fetch: renewingFetch(
        publishableKey,
        limitedFetch((url) => (url.includes('/storage/v1/object/') ? UPLOAD_TIMEOUT_MS : TIMEOUT_MS)),
      ),
    },
  });
};

let client: ReturnType<typeof create> | undefined;

/**
 * For calls that need the server's answer now: storage, rows that must not stay on the device. Import this file on
 * demand, never from the first chunk or the service worker. Tokens come from session/tokens.ts, under the lock that
 * tabs and worker share.
 */
export const supabase = (): ReturnType<typeof create> => (client ??= create());
