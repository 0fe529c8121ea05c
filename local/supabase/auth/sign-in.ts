import type { IncomingMessage } from 'node:http';

import { originOf } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid } from './errors.ts';
import { exchangeCode } from './oauth.ts';
import { matches } from './password.ts';
import { transaction } from './service.ts';
import type { AuthService } from './service.ts';
import { beginSession, refreshSession, refuseBanned } from './sessions.ts';
import { emailOf, userByEmail } from './users.ts';

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
  throw new AuthError(400, 'validation_failed', 'unsupported_grant_type');
}

async function withPassword(service: AuthService, req: IncomingMessage, body: Json): Promise<Json> {
  const { password } = body;
  if (typeof password !== 'string' || body['email'] === undefined) throw invalid('missing email or phone');
  const email = emailOf(body['email']);
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
