import type { IncomingMessage } from 'node:http';

import { originOf } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid, malformed } from './errors.ts';
import { exchangeCode } from './oauth.ts';
import { matches } from './password.ts';
import { transaction } from './service.ts';
import type { AuthService } from './service.ts';
import { beginSession, refreshSession, refuseBanned } from './sessions.ts';
import { userByEmail } from './users.ts';

/** POST /token?grant_type=password|refresh_token|pkce */
export async function token(
  service: AuthService,
  req: IncomingMessage,
  grant: string | null,
  body: Json,
): Promise<Json> {
  if (grant === 'refresh_token') return await refreshSession(service, req, body['refresh_token']);
  if (grant === 'password') return await withPassword(service, req, body);
  if (grant === 'pkce') return await exchangeCode(service, req, body);
  throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
}

async function withPassword(service: AuthService, req: IncomingMessage, body: Json): Promise<Json> {
  const { email: given, password = '' } = body;
  if (given === undefined || given === '') throw invalid('missing email or phone');
  if (typeof given !== 'string' || typeof password !== 'string') throw malformed();
  const email = given.trim().toLowerCase();
  const origin = originOf(req);
  const ofOrigin = `logins:${origin}`;
  const key = `login:${email}:${origin}`;
  service.limits.use(ofOrigin, service.badLoginsPerOrigin, 300);
  service.limits.use(key, service.badLogins, 300);
  const user = await userByEmail(service.db, email);
  const right = await matches(password, user?.encrypted_password, origin);
  if (!user || !right) throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  service.limits.giveBack(ofOrigin);
  refuseBanned(user);
  if (!user.email_confirmed_at) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  service.limits.clear(key);
  return await transaction(service.db, (db) => beginSession(service, db, req, user, 'password'));
}
