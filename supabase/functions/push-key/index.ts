import type { PushKey } from '#contract/push.ts';
import { need } from '../_shared/env.ts';
import { endpoint, json } from '../_shared/http.ts';

/** The server's public key, which a browser asks for when it subscribes to push. No secret. */
Deno.serve(endpoint(() => Promise.resolve(json({ public_key: need('VAPID_PUBLIC_KEY') } satisfies PushKey))));
