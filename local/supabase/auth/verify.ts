import type { IncomingMessage } from 'node:http';

import { originOf } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid } from './errors.ts';
import { safeRedirect, sendChangeNotice } from './mail.ts';
import { redeemCode, redeemLink } from './one-time.ts';
import type { Purpose, Redeemed } from './one-time.ts';
import { evenly, transaction } from './service.ts';
import type { AuthService, Db } from './service.ts';
import { beginSession } from './sessions.ts';
import { emailOf, isBanned, resetUnconfirmed, updateUser, userByEmail } from './users.ts';
import type { UserRow } from './users.ts';

const PURPOSES: Record<string, readonly Purpose[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  email: ['confirmation', 'recovery'],
  magiclink: ['recovery', 'confirmation'],
  recovery: ['recovery'],
  email_change: ['email_change', 'email_change_current'],
};

/** POST /verify: `{type, token_hash}` or `{type, email, token}`. Returns a session. */
export async function verify(service: AuthService, req: IncomingMessage, body: Json): Promise<Json> {
  const { type, token_hash: tokenHash, token } = body;
  if (typeof type !== 'string' || type === '') throw invalid('Verify requires a verification type');
  const purposes = (Object.hasOwn(PURPOSES, type) && PURPOSES[type]) || [];
  if (typeof tokenHash === 'string' && tokenHash !== '') {
    if (body['email'] || body['phone'] || token) {
      throw invalid('Only the token_hash and type should be provided');
    }
    return await transaction(
      service.db,
      async (db) => await accept(service, db, req, await redeemLink(db, tokenHash, purposes)),
    );
  }
  if (typeof token !== 'string' || token === '') throw invalid('Verify requires either a token or a token hash');
  if (!body['email']) throw invalid('Only an email address or phone number should be provided on verify');
  const email = emailOf(body['email']);
  return await evenly(
    transaction(
      service.db,
      async (db) =>
        await accept(service, db, req, await redeemCode(service, db, originOf(req), email, token, purposes)),
    ),
  );
}

/** GET /verify: the link form. Returns the address to redirect to, with the session or the error after `#`. */
export async function verifyLink(service: AuthService, req: IncomingMessage, query: URLSearchParams): Promise<string> {
  const target = safeRedirect(service, query.get('redirect_to'));
  if (!query.get('type')) throw invalid('Verify requires a verification type');
  if (!query.get('token') && !query.get('token_hash')) throw invalid('Verify requires a token or a token hash');
  try {
    const session = await verify(service, req, {
      type: query.get('type'),
      token_hash: query.get('token') ?? query.get('token_hash'),
    });
    if (session['access_token'] === undefined) {
      target.hash = new URLSearchParams({ message: String(session['msg']) }).toString();
      return target.href;
    }
    const parts = ['access_token', 'expires_at', 'expires_in', 'refresh_token', 'token_type'];
    const values = parts.map((name) => [name, String(session[name])]);
    target.hash = new URLSearchParams([...values, ['type', query.get('type') ?? '']]).toString();
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const values = { error: 'access_denied', error_code: error.code, error_description: error.message };
    target.hash = new URLSearchParams(values).toString();
  }
  return target.href;
}

async function accept(service: AuthService, db: Db, req: IncomingMessage, redeemed: Redeemed): Promise<Json> {
  if (isBanned(redeemed.user)) throw new AuthError(403, 'user_banned', 'User is banned');
  const user = isChange(redeemed) ? await changedAddress(service, db, redeemed) : await confirmed(db, redeemed);
  return user ? await beginSession(service, db, req, user, 'otp') : OTHER_LINK;
}

/** The answer to the first of the two links of a change of address. */
const OTHER_LINK = {
  code: '200',
  msg: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
};

const isChange = ({ purpose }: Redeemed): boolean => purpose === 'email_change' || purpose === 'email_change_current';
const linkExpired = (): AuthError => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');

/** Both mailboxes confirm a new address, so that a stolen session cannot take the account. Null after the first one. */
async function changedAddress(
  service: AuthService,
  db: Db,
  { user, purpose, address }: Redeemed,
): Promise<UserRow | null> {
  const next = user.email_change;
  if (!next || (purpose === 'email_change' ? next : user.email) !== address) throw linkExpired();
  if (user.email && user.email_change_confirm_status === 0) {
    await updateUser(db, user.id, { email_change_confirm_status: 1 });
    return null;
  }
  const other = await userByEmail(db, next);
  if (other?.email_confirmed_at)
    throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
  if (other) await db.query('delete from auth.users where id = $1', [other.id]);
  await db.query(
    `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = now()
     where user_id = $1 and provider = 'email'`,
    [user.id, next],
  );
  if (user.email) await sendChangeNotice(service, user.email, next);
  return await updateUser(db, user.id, {
    email: next,
    email_change: '',
    email_change_confirm_status: 0,
    email_confirmed_at: user.email_confirmed_at ?? new Date(),
  });
}

async function confirmed(db: Db, { user, purpose, address }: Redeemed): Promise<UserRow> {
  if (user.email !== address) throw linkExpired();
  if (user.email_confirmed_at) return user;
  await db.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now() where user_id = $1 and provider = 'email'`,
    [user.id],
  );
  // This link did not come from a sign-up form, so the owner of the mailbox may not have chosen the password and the
  // consents.
  if (purpose !== 'confirmation') await resetUnconfirmed(db, user.id, '', {});
  return await updateUser(db, user.id, { email_confirmed_at: new Date() });
}
