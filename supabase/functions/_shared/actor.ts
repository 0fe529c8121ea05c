import { z } from 'zod';
import { fromBase64Url } from './encoding.ts';
import { requireEnv } from './env.ts';
import { HttpError } from './http.ts';
import { Failure } from './log.ts';

const AuthUser = z.object({ id: z.uuid(), email: z.string().optional() });
export type Actor = z.infer<typeof AuthUser>;

/**
 * The calling member, as the auth service reports for the bearer token. The auth service, unlike a signature check,
 * also rejects ended sessions and deleted accounts, and it works with any signing key. Throws HttpError 401.
 */
export async function requireActor(request: Request): Promise<Actor> {
  const authorization = request.headers.get('authorization') ?? '';
  if (!/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(authorization)) throw new HttpError(401, 'Please log in first.');
  const response = await fetch(`${requireEnv('SUPABASE_URL')}/auth/v1/user`, {
    headers: { authorization, apikey: requireEnv('SUPABASE_ANON_KEY') },
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status >= 500) throw new Failure(`auth service: status ${response.status}`, { passes: true });
  const user = response.ok ? AuthUser.safeParse(await response.json()) : undefined;
  if (user === undefined || !user.success) throw new HttpError(401, 'Your session has ended. Please log in again.');
  return user.data;
}

/**
 * The login that a token belongs to; null for a token without one. Only after `requireActor` has accepted the token.
 */
export function sessionOf(request: Request): string | null {
  try {
    const payload = (request.headers.get('authorization') ?? '').split('.')[1] ?? '';
    const claims: unknown = JSON.parse(new TextDecoder().decode(fromBase64Url(payload)));
    return z.object({ session_id: z.uuid() }).parse(claims).session_id;
  } catch {
    return null;
  }
}

/** The calling member, or null for a visitor: no token, the publishable key, or a session that has ended. */
export async function optionalActor(request: Request): Promise<Actor | null> {
  const bearer = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
  if (bearer === '' || bearer === requireEnv('SUPABASE_ANON_KEY')) return null;
  try {
    return await requireActor(request);
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}
