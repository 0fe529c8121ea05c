import type { Backend } from '../../support/backend.ts';
import { register, type Member } from '../../support/member.ts';

/** A new member with this role. */
export async function registerStaff(backend: Backend, role: 'admin' | 'ceo'): Promise<Member> {
  const member = await register(backend);
  await backend.query(
    'select public.create_profile_and_friend(u.id, u.raw_user_meta_data) from auth.users u where u.email = $1',
    [member.email],
  );
  await promote(backend, member, role);
  return member;
}

/** A member with a profile gets this role. */
export const promote = (backend: Backend, { email }: Member, role: 'admin' | 'ceo'): Promise<unknown> =>
  backend.query('update profiles p set role = $2 from auth.users u where u.id = p.id and u.email = $1', [email, role]);
