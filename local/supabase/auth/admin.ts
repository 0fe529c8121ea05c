import type { IncomingMessage, ServerResponse } from 'node:http';

import { callerOf, CallerRejected, UUID } from '../caller.ts';
import { isObject, sendJson } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid } from './errors.ts';
import { linkOf, prepare, safeRedirect, sendMail } from './mail.ts';
import type { MailType } from './mail.ts';
import { adminPasskeys } from './passkeys/index.ts';
import { checkPassword, hashPassword } from './password.ts';
import { transaction } from './service.ts';
import type { AuthService, Db } from './service.ts';
import {
  emailOf,
  insertUser,
  mergeMetadata,
  resetUnconfirmed,
  updateUser,
  userByEmail,
  userById,
  userJson,
} from './users.ts';
import type { UserRow } from './users.ts';

/** Throws unless the request has the service role's key. */
export async function requireAdmin(service: AuthService, req: IncomingMessage): Promise<void> {
  try {
    if ((await callerOf(service.ctx, req)).role === 'service_role') return;
  } catch (error) {
    if (!(error instanceof CallerRejected)) throw error;
    throw new AuthError(403, 'bad_jwt', 'invalid JWT: unable to parse or verify signature');
  }
  throw new AuthError(403, 'not_admin', 'User not allowed');
}

/** GET, POST /admin/users */
export async function adminUsers(
  service: AuthService,
  req: IncomingMessage,
  res: ServerResponse,
  query: URLSearchParams,
  body: Json,
): Promise<void> {
  if (req.method === 'POST') return sendJson(res, 200, await createUser(service, body));
  const size = Math.min(Math.max(Number(query.get('per_page')) || 50, 1), 1000);
  const page = Math.max(Number(query.get('page')) || 1, 1);
  const total = await service.db.query<{ count: string }>('select count(*) from auth.users where deleted_at is null');
  const { rows } = await service.db.query<UserRow>(
    'select * from auth.users where deleted_at is null order by created_at desc, id limit $1 offset $2',
    [size, (page - 1) * size],
  );
  const users = [];
  for (const row of rows) users.push(await userJson(service.db, row));
  const count = Number(total.rows[0]?.count ?? 0);
  const last = Math.max(Math.ceil(count / size), 1);
  const link = (at: number, rel: string): string =>
    `<${service.ctx.appUrl}/auth/v1/admin/users?page=${at}&per_page=${size}>; rel="${rel}"`;
  res.setHeader('x-total-count', count);
  res.setHeader('link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
  sendJson(res, 200, { users, aud: 'authenticated' });
}

/** GET, PUT, DELETE /admin/users/:id, and the passkeys below it. */
export async function adminUser(
  service: AuthService,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
  body: Json,
): Promise<void> {
  const [id = '', part, passkey = '', more] = path.split('/');
  if (!UUID.test(id)) throw new AuthError(404, 'validation_failed', 'user_id must be an UUID');
  const user = await userById(service.db, id);
  if (!user) throw new AuthError(404, 'user_not_found', 'User not found');
  if ((part !== undefined && part !== 'passkeys') || more !== undefined)
    throw new AuthError(404, 'not_found', 'Not found');
  if (part === 'passkeys') return await adminPasskeys(service, req, res, id, passkey);
  if (req.method === 'GET') return sendJson(res, 200, await userJson(service.db, user));
  if (req.method === 'PUT') return sendJson(res, 200, await editUser(service, user, body));
  if (req.method !== 'DELETE') throw new AuthError(405, 'method_not_allowed', 'Method not allowed');
  if (body['should_soft_delete'] === true) {
    await transaction(service.db, async (db) => {
      await db.query('delete from auth.sessions where user_id = $1', [id]);
      await db.query('delete from auth.webauthn_credentials where user_id = $1', [id]);
      await updateUser(db, id, { deleted_at: new Date(), email: `${id}@deleted.invalid`, encrypted_password: '' });
    });
  } else await service.db.query('delete from auth.users where id = $1', [id]);
  sendJson(res, 200, {});
}

async function createUser(service: AuthService, body: Json): Promise<Json> {
  const email = emailOf(body['email']);
  const hash = body['password'] === undefined ? null : await hashPassword(checkPassword(body['password']), null);
  const id = typeof body['id'] === 'string' ? body['id'] : undefined;
  if (id !== undefined && !UUID.test(id)) throw invalid('ID must conform to the uuid v4 format');
  return await transaction(service.db, async (db) => {
    if (await userByEmail(db, email))
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    const user = await insertUser(db, {
      ...(id !== undefined && { id }),
      email,
      hash,
      confirmed: body['email_confirm'] === true,
      userMetadata: mergeMetadata(null, body['user_metadata']),
      appMetadata: mergeMetadata(null, body['app_metadata']),
    });
    return await userJson(db, user);
  });
}

async function editUser(service: AuthService, user: UserRow, body: Json): Promise<Json> {
  const email = body['email'] === undefined ? undefined : emailOf(body['email']);
  const values: Record<string, unknown> = { ...(email !== undefined && { email }) };
  if (body['password'] !== undefined)
    values['encrypted_password'] = await hashPassword(checkPassword(body['password']), null);
  if (body['email_confirm'] === true) values['email_confirmed_at'] = user.email_confirmed_at ?? new Date();
  if (body['user_metadata'] !== undefined)
    values['raw_user_meta_data'] = mergeMetadata(user.raw_user_meta_data, body['user_metadata']);
  if (body['app_metadata'] !== undefined)
    values['raw_app_meta_data'] = mergeMetadata(user.raw_app_meta_data, body['app_metadata']);
  if (body['ban_duration'] !== undefined) values['banned_until'] = bannedUntil(body['ban_duration']);
  return await transaction(service.db, async (db) => {
    if (email !== undefined && email !== user.email && (await userByEmail(db, email))) {
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    }
    if (values['encrypted_password']) await db.query('delete from auth.sessions where user_id = $1', [user.id]);
    return await userJson(db, await updateUser(db, user.id, values));
  });
}

const UNITS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000 };

/** `none`, or a duration in Go's format: `24h`, `1h30m`. */
function bannedUntil(duration: unknown): Date | null {
  if (duration === 'none') return null;
  if (typeof duration !== 'string' || !/^(\d+[hms])+$/.test(duration)) throw invalid('invalid format for ban duration');
  let length = 0;
  for (const [, count, unit] of duration.matchAll(/(\d+)([hms])/g)) length += Number(count) * (UNITS[unit ?? ''] ?? 0);
  return new Date(Math.min(Date.now() + length, Date.UTC(9999, 0)));
}

/** POST /invite */
export async function invite(service: AuthService, body: Json, redirectTo: unknown): Promise<Json> {
  const email = emailOf(body['email']);
  return await transaction(service.db, async (db) => {
    const known = await userByEmail(db, email);
    if (known?.email_confirmed_at)
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    // What a stranger may have entered for this address is dropped.
    const user = known
      ? await resetUnconfirmed(db, known.id, '', mergeMetadata(null, body['data']))
      : await newcomer(db, email, body['data']);
    return await userJson(db, await sendMail(service, db, user, 'invite', redirectTo));
  });
}

/** POST /admin/generate_link: returns the contents of the mail without sending it. */
export async function generateLink(service: AuthService, body: Json): Promise<Json> {
  const { type } = body;
  const email = emailOf(body['email']);
  const redirectTo = isObject(body['options']) ? body['options']['redirect_to'] : body['redirect_to'];
  const mail: MailType | undefined =
    type === 'signup' || type === 'invite' || type === 'magiclink' || type === 'recovery'
      ? type
      : type === 'email_change_new'
        ? 'email_change'
        : type === 'email_change_current'
          ? type
          : undefined;
  if (!mail) throw invalid('Invalid email action link type requested');
  const hash = type === 'signup' ? await hashPassword(checkPassword(body['password']), null) : null;
  return await transaction(service.db, async (db) => {
    let user = await userByEmail(db, email);
    const creates = mail === 'signup' || mail === 'invite' || mail === 'magiclink';
    if (!user && !creates) throw new AuthError(404, 'user_not_found', 'User with this email not found');
    if (user?.email_confirmed_at && (mail === 'signup' || mail === 'invite')) {
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    }
    if (user && hash) user = await resetUnconfirmed(db, user.id, hash, mergeMetadata(null, body['data']));
    user ??= await newcomer(db, email, body['data'], hash);
    if (mail === 'email_change' || mail === 'email_change_current')
      user = await updateUser(db, user.id, {
        email_change: emailOf(body['new_email']),
        email_change_confirm_status: 0,
      });
    const prepared = await prepare(
      service,
      db,
      user,
      mail,
      mail === 'email_change' ? (user.email_change ?? '') : email,
    );
    return {
      ...(await userJson(db, prepared.user)),
      action_link: linkOf(service, mail, prepared.tokenHash, redirectTo),
      email_otp: prepared.otp,
      hashed_token: prepared.tokenHash,
      redirect_to: safeRedirect(service, redirectTo).href,
      verification_type: type,
    };
  });
}

function newcomer(db: Db, email: string, data: unknown, hash: string | null = null): Promise<UserRow> {
  return insertUser(db, { email, hash, confirmed: false, userMetadata: mergeMetadata(null, data) });
}
