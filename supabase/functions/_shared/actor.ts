import { z } from 'zod';
import { need } from './env.ts';
import { Refusal } from './http.ts';

const AuthUser = z.object({ id: z.uuid(), email: z.string().optional() });
export type Actor = z.infer<typeof AuthUser>;

/**
 * Who is calling, by asking the auth service about the bearer token. Asking (and not only checking the signature) also refuses
 * signed-out sessions and deleted accounts, and works with whatever keys the host signs with. Refuses with 401.
 */
export async function requireActor(request: Request): Promise<Actor> {
  const authorization = request.headers.get('authorization') ?? '';
  if (!/^Bearer [\w-]+\.[\w-]+\.[\w-]+$/.test(authorization)) throw new Refusal(401, 'Please log in first.');
  const response = await fetch(`${need('SUPABASE_URL')}/auth/v1/user`, {
    headers: { authorization, apikey: need('SUPABASE_ANON_KEY') },
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status >= 500) throw new Error(`The auth service answered ${response.status}.`);
  const user = response.ok ? AuthUser.safeParse(await response.json()) : undefined;
  if (user === undefined || !user.success) throw new Refusal(401, 'Your session has ended. Please log in again.');
  return user.data;
}

/** The member who is calling, or null for a visitor: no token, the publishable key, or a session that has ended. */
export async function optionalActor(request: Request): Promise<Actor | null> {
  const bearer = (request.headers.get('authorization') ?? '').replace(/^Bearer /, '');
  if (bearer === '' || bearer === need('SUPABASE_ANON_KEY')) return null;
  try {
    return await requireActor(request);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
