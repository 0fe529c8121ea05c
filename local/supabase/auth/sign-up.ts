import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { originOf } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid } from './errors.ts';
import { useMail } from './limits.ts';
import { sendChangeMails, sendMail } from './mail.ts';
import { checkPassword, hashPassword } from './password.ts';
import { evenly, transaction } from './service.ts';
import type { AuthService } from './service.ts';
import { emailOf, insertUser, lockAddress, mergeMetadata, resetUnconfirmed, userByEmail } from './users.ts';

/**
 * POST /signup. The response is the same for a known address, so that nobody learns who is a member; its id is not the
 * account's. Nobody has proved yet that the address is theirs, so a repeated sign-up replaces the password and the
 * consents of the one before.
 */
export async function signUp(
  service: AuthService,
  req: IncomingMessage,
  body: Json,
  redirectTo: unknown,
): Promise<Json> {
  if (body['email'] === undefined || body['email'] === '') {
    if (body['phone']) throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const email = emailOf(body['email']);
  if (body['password'] === undefined || body['password'] === '') throw invalid('Signup requires a valid password');
  const password = checkPassword(body['password']);
  const data = mergeMetadata(null, body['data']);
  const origin = originOf(req);
  useMail(service, 'confirmation', email, origin);
  const hash = await hashPassword(password, origin);
  await evenly(
    transaction(service.db, async (db) => {
      await lockAddress(db, email);
      const known = await userByEmail(db, email);
      if (known?.email_confirmed_at) return;
      const user = known
        ? await resetUnconfirmed(db, known.id, hash, data)
        : await insertUser(db, { email, hash, confirmed: false, userMetadata: data });
      await sendMail(service, db, user, 'signup', redirectTo);
    }),
  );
  return newUser(email, data);
}

/** A user who was just created, in GoTrue's format. */
function newUser(email: string, data: Json): Json {
  const id = randomUUID();
  const now = new Date();
  const identity = {
    identity_id: randomUUID(),
    id,
    user_id: id,
    identity_data: { sub: id, email, email_verified: false, phone_verified: false },
    provider: 'email',
    last_sign_in_at: now,
    created_at: now,
    updated_at: now,
    email,
  };
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [identity],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** POST /resend: `{type: 'signup' | 'email_change', email}`. The response is the same for an unknown address. */
export async function resend(
  service: AuthService,
  req: IncomingMessage,
  body: Json,
  redirectTo: unknown,
): Promise<Json> {
  const type = body['type'];
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  if (!body['email']) throw invalid('Type provided requires an email address');
  const email = emailOf(body['email']);
  useMail(service, type === 'signup' ? 'confirmation' : type, email, originOf(req));
  await evenly(
    transaction(service.db, async (db) => {
      const user = await userByEmail(db, email);
      if (!user) return;
      if (type === 'signup' && !user.email_confirmed_at) await sendMail(service, db, user, 'signup', redirectTo);
      if (type === 'email_change' && user.email_change) await sendChangeMails(service, db, user, redirectTo);
    }),
  );
  return {};
}

/** POST /recover. The response is the same for an unknown address. */
export async function recover(
  service: AuthService,
  req: IncomingMessage,
  body: Json,
  redirectTo: unknown,
): Promise<Json> {
  if (!body['email']) throw invalid('Password recovery requires an email');
  const email = emailOf(body['email']);
  useMail(service, 'recovery', email, originOf(req));
  await evenly(
    transaction(service.db, async (db) => {
      const user = await userByEmail(db, email);
      if (user) await sendMail(service, db, user, 'recovery', redirectTo);
    }),
  );
  return {};
}

/**
 * POST /otp: a log-in link by mail; with `create_user` (the default), an unknown address gets a sign-up link. The
 * response is the same for every address.
 */
export async function sendOtp(
  service: AuthService,
  req: IncomingMessage,
  body: Json,
  redirectTo: unknown,
): Promise<Json> {
  if (!body['email'] && !body['phone']) throw invalid('One of email or phone must be set');
  if (!body['email']) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const email = emailOf(body['email']);
  const data = mergeMetadata(null, body['data']);
  useMail(service, 'recovery', email, originOf(req));
  await evenly(
    transaction(service.db, async (db) => {
      await lockAddress(db, email);
      const known = await userByEmail(db, email);
      // Also for an account that is not confirmed: unlike a sign-up link, this one then removes the password, which may
      // be a stranger's.
      if (known) await sendMail(service, db, known, 'magiclink', redirectTo);
      else if (body['create_user'] !== false) {
        const user = await insertUser(db, { email, hash: null, confirmed: false, userMetadata: data });
        await sendMail(service, db, user, 'signup', redirectTo);
      }
    }),
  );
  return {};
}
