import type { Backend } from '../../support/backend.ts';
import { register, type Member } from '../../support/member.ts';

/** A new member with this role. */
export async function registerStaff(backend: Backend, role: 'admin' | 'ceo'): Promise<Member> {
  const member = await register(backend);
  await backend.query(
    'select public.create_profile_and_friend(u.id, u.raw_user_meta_data) from auth.users u where u.email = $1',
    [member.email],
  );
  await backend.query('update profiles p set role = $2 from auth.users u where u.id = p.id and u.email = $1', [
    member.email,
    role,
  ]);
  return member;
}
