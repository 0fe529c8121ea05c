import { SignJWT } from 'jose';
import type { GuestToken } from '#contract/auth.ts';
import { requireEnv } from '../_shared/env.ts';
import { endpoint, json } from '../_shared/http.ts';
import { callerAddress, useRate } from '../_shared/rate.ts';

/** Seconds. Short, because a guest token cannot be revoked. */
const LIFETIME = 3600;

/**
 * Returns a token with which a visitor can open the sync stream, and nothing else: it is signed with a secret that no
 * API accepts, for an audience to which the sync rules give no member's rows.
 */
Deno.serve(
  endpoint(async (request) => {
    await useRate(`ip:${callerAddress(request)}`, 'guest_token');
    const now = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({ role: 'guest' })
      .setProtectedHeader({ alg: 'HS256', kid: 'guest', typ: 'JWT' })
      .setSubject('guest')
      .setAudience('rangeday-sync')
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME)
      .sign(new TextEncoder().encode(requireEnv('GUEST_SECRET')));
    return json({ token, expires_at: new Date((now + LIFETIME) * 1000).toISOString() } satisfies GuestToken);
  }),
);
