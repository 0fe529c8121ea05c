import type { IncomingMessage } from 'node:http';

import { callerOf, CallerRejected, UUID } from '../caller.ts';
import { originOf } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid } from './errors.ts';
import { useMail } from './limits.ts';
import { sendChangeMails } from './mail.ts';
import { checkPassword, hashPassword, matches } from './password.ts';
import { evenly, transaction } from './service.ts';
import type { AuthService } from './service.ts';
import { emailOf, isBanned, mergeMetadata, updateUser, userById, userJson } from './users.ts';
import type { UserRow } from './users.ts';

export interface Member {
  readonly user: UserRow;
  readonly sessionId: string;
}

/** As GoTrue's JWT library says them. */
const DETAILS: Partial<Record<CallerRejected['reason'], string>> = {
  expired: 'token has invalid claims: token is expired',
  'bad-format': 'token is malformed: token contains an invalid number of segments',
};

/**
 * The member of the request's token, whose session must exist. Throws bad_jwt, user_not_found, user_banned,
 * session_not_found.
 */
export async function memberOf(service: AuthService, req: IncomingMessage): Promise<Member> {
  let caller;
  try {
    caller = await callerOf(service.ctx, req);
  } catch (error) {
    if (!(error instanceof CallerRejected)) throw error;
    const why = DETAILS[error.reason] ?? 'token signature is invalid: signature is invalid';
    throw new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${why}`);
  }
  const { sub, session_id: session } = caller.claims;
  if (caller.role !== 'authenticated' || !sub) throw new AuthError(403, 'bad_jwt', 'invalid claim: missing sub claim');
  const user = await userById(service.db, sub);
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (isBanned(user)) throw new AuthError(403, 'user_banned', 'User is banned');
  const sessionId = typeof session === 'string' && UUID.test(session) ? session : undefined;
  const alive = await service.db.query('select 1 from auth.sessions where id = $1 and user_id = $2', [
    sessionId ?? null,
    sub,
  ]);
  if (!sessionId || alive.rowCount === 0) {
    throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
  }
  return { user, sessionId };
}

/** PUT /user: `{email?, password?, data?}`. */
export async function changeUser(
  service: AuthService,
  req: IncomingMessage,
  member: Member,
  body: Json,
  redirectTo: unknown,
): Promise<Json> {
  if (body['app_metadata'] !== undefined)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  const origin = originOf(req);
  const { user, sessionId } = member;
  const values: Record<string, unknown> = {};
  if (body['password'] !== undefined) {
    const password = checkPassword(body['password']);
    if (await matches(password, user.encrypted_password, origin)) {
      throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
    }
    values['encrypted_password'] = await hashPassword(password, origin);
  }
  if (body['data'] !== undefined) values['raw_user_meta_data'] = mergeMetadata(user.raw_user_meta_data, body['data']);
  const email = body['email'] === undefined ? user.email : emailOf(body['email']);
  const isNewEmail = email !== null && email !== user.email;
  if (isNewEmail) {
    useMail(service, 'email_change', email, origin);
    useMail(service, 'email_change', `member ${user.id}`, origin);
  }
  const change = transaction(service.db, async (db) => {
    let changed = await updateUser(db, user.id, values);
    // A password change ends all other sessions, such as that of a thief.
    if (values['encrypted_password'])
      await db.query('delete from auth.sessions where user_id = $1 and id <> $2', [user.id, sessionId]);
    if (isNewEmail) {
      changed = await updateUser(db, user.id, {
        email_change: email,
        email_change_confirm_status: 0,
        email_change_sent_at: new Date(),
      });
      changed = await sendChangeMails(service, db, changed, redirectTo);
    }
    return await userJson(db, changed);
  });
  return isNewEmail ? await evenly(change) : await change;
}

const SCOPES: Record<string, string> = {
  global: 'user_id = $1 and $2::uuid is not null',
  local: 'user_id = $1 and id = $2',
  others: 'user_id = $1 and id <> $2',
};

/** POST /logout?scope=global|local|others. Ends sessions; issued access tokens remain valid until they expire. */
export async function logOut(service: AuthService, member: Member, scope: string): Promise<void> {
  const where = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined;
  if (!where) throw invalid(`Unsupported logout scope "${scope}"`);
  await service.db.query(`delete from auth.sessions where ${where}`, [member.user.id, member.sessionId]);
}
