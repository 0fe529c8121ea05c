import type { IncomingMessage } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';

import type { BackendContext } from '../context.ts';
import { clientIp, header } from './http.ts';

export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** The sender of a request: the database role, and the claims that policies read. */
export interface Caller {
  readonly role: ApiRole;
  readonly claims: JWTPayload;
  /** The verified token; undefined if there is only the publishable key. */
  readonly token: string | undefined;
  /** Where the request comes from; policies read it from the request's headers. */
  readonly address: string;
}

/** A rejected key or token. Each service turns `reason` into its own message and code. */
export class CallerRejected extends Error {
  /** bad-token: signed with another secret; bad-format: no token at all. */
  readonly reason: 'no-key' | 'bad-key' | 'bad-token' | 'bad-format' | 'expired';
  constructor(reason: CallerRejected['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The caller of a supabase-js request: `apikey` (publishable, or a JWT signed with the secret) and
 * `Authorization: Bearer` (the same key, or a member's token, which then decides). Throws CallerRejected.
 */
export async function callerOf(
  ctx: BackendContext,
  req: IncomingMessage,
  options: { key?: string | null } = {},
): Promise<Caller> {
  const bearer = /^Bearer\s+(.+)$/i.exec(header(req, 'authorization'))?.[1]?.trim();
  const key = header(req, 'apikey') || options.key || bearer;
  if (!key) throw new CallerRejected('no-key');
  const address = clientIp(req);
  const anonymous: Caller = { role: 'anon', claims: { role: 'anon' }, token: undefined, address };
  const byKey = same(key, ctx.anonKey) ? anonymous : { ...(await verify(ctx, key, 'bad-key')), address };
  if (bearer === undefined || bearer === key) return byKey;
  return same(bearer, ctx.anonKey) ? anonymous : { ...(await verify(ctx, bearer, 'bad-token')), address };
}

async function verify(
  ctx: BackendContext,
  token: string,
  wrong: 'bad-key' | 'bad-token',
): Promise<Omit<Caller, 'address'>> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(ctx.jwtSecret), { algorithms: ['HS256'] });
    const role = payload['role'] ?? 'anon';
    if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role') throw new CallerRejected(wrong);
    if (role === 'authenticated' && !UUID.test(payload.sub ?? '')) throw new CallerRejected(wrong);
    return { role, claims: payload, token };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new CallerRejected('expired');
    if (error instanceof CallerRejected) throw error;
    const isFormat = error instanceof errors.JWSInvalid || error instanceof errors.JWTInvalid;
    throw new CallerRejected(isFormat && wrong === 'bad-token' ? 'bad-format' : wrong);
  }
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Compares in constant time. */
export function same(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
