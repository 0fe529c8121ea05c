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
import { emailOf, resetUnconfirmed, updateUser, userByEmail } from './users.ts';
import type { UserRow } from './users.ts';

const PURPOSES: Record<string, readonly Purpose[]> = {
  signup: ['confirmation'],
  invite: ['confirmation'],
  email: ['confirmation', 'recovery'],
  magiclink: ['recovery', 'confirmation'],
  recovery: ['recovery'],
  email_change: ['email_change'],
};

/** POST /verify: `{type, token_hash}` or `{type, email, token}`. Returns a session. */
export async function verify(service: AuthService, req: IncomingMessage, body: Json): Promise<Json> {
  const purposes =
    typeof body['type'] === 'string' && Object.hasOwn(PURPOSES, body['type']) ? PURPOSES[body['type']] : undefined;
  if (!purposes) throw invalid('Verify requires a verification type');
  const { token_hash: tokenHash, token } = body;
  if (typeof tokenHash === 'string' && tokenHash !== '') {
    if (body['email'] || body['phone'] || token) {
      throw invalid('Only the token_hash and type should be provided');
    }
    return await transaction(
      service.db,
      async (db) => await accept(service, db, req, await redeemLink(db, tokenHash, purposes)),
    );
  }
  if (typeof token !== 'string' || token === '') throw invalid('Verify requires a token or a token hash');
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
  try {
    const session = await verify(service, req, {
      type: query.get('type'),
      token_hash: query.get('token') ?? query.get('token_hash'),
    });
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
  return await beginSession(service, db, req, await confirmed(service, db, redeemed), 'otp');
}

async function confirmed(service: AuthService, db: Db, { user, purpose, address }: Redeemed): Promise<UserRow> {
  if (purpose === 'email_change') {
    if (user.email_change !== address) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
    const other = await userByEmail(db, address);
    if (other?.email_confirmed_at)
      throw new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
    if (other) await db.query('delete from auth.users where id = $1', [other.id]);
    await db.query(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text, 'email_verified', true), updated_at = now()
       where user_id = $1 and provider = 'email'`,
      [user.id, address],
    );
    if (user.email) await sendChangeNotice(service, user.email, address, 'done');
    return await updateUser(db, user.id, {
      email: address,
      email_change: '',
      email_confirmed_at: user.email_confirmed_at ?? new Date(),
    });
  }
  if (user.email !== address) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  if (user.email_confirmed_at) return user;
  await db.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now() where user_id = $1 and provider = 'email'`,
    [user.id],
  );
  // This link did not come from a sign-up form, so the owner of the mailbox may not have chosen the password and the consents.
  if (purpose !== 'confirmation') await resetUnconfirmed(db, user.id, '', {});
  return await updateUser(db, user.id, { email_confirmed_at: new Date() });
}
