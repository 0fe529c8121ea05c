import { randomUUID } from 'node:crypto';

import { isObject } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid } from './errors.ts';
import { sendMail } from './mail.ts';
import { checkPassword, hashPassword } from './password.ts';
import { transaction } from './service.ts';
import type { AuthService } from './service.ts';
import { emailOf, insertUser, userByEmail, userJson } from './users.ts';
import type { UserRow } from './users.ts';

/** POST /signup. The response is the same for a known address, so that nobody learns who is a member. */
export async function signUp(service: AuthService, body: Json, redirectTo: unknown): Promise<Json> {
  if (body['email'] === undefined || body['email'] === '') {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  const email = emailOf(body['email']);
  const password = checkPassword(body['password']);
  const data = body['data'] ?? {};
  if (!isObject(data)) throw invalid('Metadata must be an object');
  const hash = await hashPassword(password);
  return await transaction(service.db, async (db) => {
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [email]);
    const known = await userByEmail(db, email);
    if (known?.email_confirmed_at) return fakeUser(email, data);
    const user = known ?? (await insertUser(db, { email, hash, confirmed: false, userMetadata: data }));
    return await userJson(db, await sendMail(service, db, user, 'signup', redirectTo));
  });
}

/** GoTrue's response for an address that already has an account: a user who does not exist, without identities. */
function fakeUser(email: string, data: Json): Json {
  const now = new Date();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: now,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}

/** POST /resend: `{type: 'signup' | 'email_change', email}`. The response is the same for an unknown address. */
export async function resend(service: AuthService, body: Json, redirectTo: unknown): Promise<Json> {
  const type = body['type'];
  if (type !== 'signup' && type !== 'email_change')
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  const email = emailOf(body['email']);
  await transaction(service.db, async (db) => {
    const user = await userByEmail(db, email);
    if (!user) return;
    if (type === 'signup' && !user.email_confirmed_at) await sendMail(service, db, user, 'signup', redirectTo);
    if (type === 'email_change' && user.email_change)
      await sendMail(service, db, user, type, redirectTo, user.email_change);
  });
  return {};
}

/** POST /recover. The response is the same for an unknown address. */
export async function recover(service: AuthService, body: Json, redirectTo: unknown): Promise<Json> {
  const email = emailOf(body['email']);
  await transaction(service.db, async (db) => {
    const user = await userByEmail(db, email);
    if (user) await sendMail(service, db, user, 'recovery', redirectTo);
  });
  return {};
}

/** POST /otp: a log-in link by mail; with `create_user` (the default), an unknown address gets a sign-up link. */
export async function sendOtp(service: AuthService, body: Json, redirectTo: unknown): Promise<Json> {
  if (body['email'] === undefined) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const email = emailOf(body['email']);
  const data = body['data'] ?? {};
  if (!isObject(data)) throw invalid('Metadata must be an object');
  await transaction(service.db, async (db) => {
    await db.query('select pg_advisory_xact_lock(hashtextextended($1, 7))', [email]);
    let user: UserRow | undefined = await userByEmail(db, email);
    if (!user && body['create_user'] === false) throw new AuthError(422, 'otp_disabled', 'Signups not allowed for otp');
    user ??= await insertUser(db, { email, hash: null, confirmed: false, userMetadata: data });
    await sendMail(service, db, user, user.email_confirmed_at ? 'magiclink' : 'signup', redirectTo);
  });
  return {};
}
