import type { IncomingMessage } from 'node:http';
import { createHash, timingSafeEqual } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import type { JWTPayload } from 'jose';

import type { BackendContext } from '../context.ts';
import { header } from './http.ts';

export type ApiRole = 'anon' | 'authenticated' | 'service_role';

/** Who sends a request: the database role, and the claims that policies read. */
export interface Caller {
  readonly role: ApiRole;
  readonly claims: JWTPayload;
  /** The verified token; undefined for the publishable key alone. */
  readonly token: string | undefined;
}

/** A refused key or token. `reason` chooses each service's own words and codes. */
export class Refused extends Error {
  readonly reason: 'no-key' | 'bad-key' | 'bad-token' | 'expired';
  constructor(reason: Refused['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/**
 * The caller as supabase-js names it: `apikey` (publishable, or a JWT of the secret) and `Authorization: Bearer` (the same key, or a
 * member's token, which then decides). Throws Refused.
 */
export async function callerOf(
  ctx: BackendContext,
  req: IncomingMessage,
  options: { key?: string | null } = {},
): Promise<Caller> {
  const bearer = /^Bearer\s+(.+)$/i.exec(header(req, 'authorization'))?.[1]?.trim();
  const key = header(req, 'apikey') || options.key || bearer;
  if (!key) throw new Refused('no-key');
  const byKey = same(key, ctx.anonKey) ? anonymous() : await verify(ctx, key, 'bad-key');
  if (bearer === undefined || bearer === key) return byKey;
  return same(bearer, ctx.anonKey) ? anonymous() : verify(ctx, bearer, 'bad-token');
}

const anonymous = (): Caller => ({ role: 'anon', claims: { role: 'anon' }, token: undefined });

async function verify(ctx: BackendContext, token: string, wrong: 'bad-key' | 'bad-token'): Promise<Caller> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(ctx.jwtSecret), { algorithms: ['HS256'] });
    const role = payload['role'] ?? 'anon';
    if (role !== 'anon' && role !== 'authenticated' && role !== 'service_role') throw new Refused(wrong);
    if (role === 'authenticated' && !UUID.test(payload.sub ?? '')) throw new Refused(wrong);
    return { role, claims: payload, token };
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw new Refused('expired');
    throw error instanceof Refused ? error : new Refused(wrong);
  }
}

export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Equal or not, in a time that tells nothing about where they differ. */
export function same(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
