import type { PushKey } from '#contract/push.ts';
import { requireEnv } from '../_shared/env.ts';
import { endpoint, json } from '../_shared/http.ts';

/** Returns the server's public key, which a browser needs to subscribe to push. */
Deno.serve(endpoint(() => Promise.resolve(json({ public_key: requireEnv('VAPID_PUBLIC_KEY') } satisfies PushKey))));
