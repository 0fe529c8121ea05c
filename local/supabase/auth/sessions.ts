import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { SignJWT } from 'jose';

import type { BackendContext } from '../../context.ts';
import { clientIp, header } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid } from './errors.ts';
import { transaction } from './service.ts';
import type { AuthService, Db } from './service.ts';
import { first, isBanned, updateUser, userById, userJson } from './users.ts';
import type { UserRow } from './users.ts';

/** Seconds. */
const ACCESS_TOKEN_LIFE = 3600;
/** Seconds in which a refresh token may be used again: by a second tab, or after a lost response. */
const REUSE_INTERVAL = 10;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Creates a session and sends the response of POST /token. */
export async function beginSession(
  service: AuthService,
  db: Db,
  req: IncomingMessage,
  user: UserRow,
  method: string,
): Promise<Json> {
  refuseBanned(user);
  const { rows } = await db.query<{ id: string }>(
    `with session as (insert into auth.sessions (user_id, user_agent, ip) values ($1, $2, $3::inet) returning id)
     insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     select gen_random_uuid(), id, now(), now(), $4 from session returning session_id as id`,
    [user.id, ...placeOf(req), method],
  );
  const signedIn = await updateUser(db, user.id, { last_sign_in_at: new Date() });
  return await answer(service.ctx, db, signedIn, first(rows).id, method, null);
}

/** Browser and address, as the session stores them. */
const placeOf = (req: IncomingMessage): [string, string | null] => [
  header(req, 'user-agent').slice(0, 500),
  clientIp(req) || null,
];

export function refuseBanned(user: UserRow): void {
  if (isBanned(user)) throw new AuthError(400, 'user_banned', 'User is banned');
}

interface RefreshRow {
  readonly id: string;
  readonly token: string;
  readonly user_id: string;
  readonly session_id: string;
  readonly revoked: boolean;
  readonly method: string;
  readonly just_used: boolean;
  /** Nobody has used the token that was issued for it. */
  readonly is_parent_of_last: boolean;
}

/**
 * Exchanges a refresh token. Reuse after the interval ends the whole session, because one of the two holders is a
 * thief; unless the token that was issued for it is the session's last one and was never used: its answer was lost on
 * the way. As in Supabase's own server.
 */
export async function refreshSession(service: AuthService, req: IncomingMessage, token: unknown): Promise<Json> {
  if (typeof token !== 'string' || token === '') throw invalid('Refresh token is not valid');
  const outcome = await transaction(service.db, async (db) => {
    const { rows } = await db.query<RefreshRow>(
      `select r.id, r.token, r.user_id, r.session_id, r.revoked,
         coalesce((select min(c.authentication_method) from auth.mfa_amr_claims c where c.session_id = s.id), 'password') as method,
         r.updated_at > now() - make_interval(secs => ${REUSE_INTERVAL}) as just_used,
         coalesce((select l.parent = r.token from auth.refresh_tokens l
           where l.session_id = s.id and not l.revoked order by l.id desc limit 1), false) as is_parent_of_last
       from auth.refresh_tokens r join auth.sessions s on s.id = r.session_id where r.token = $1 for update of s, r`,
      [sha256(token)],
    );
    const [row] = rows;
    if (!row) return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
    const isLate = row.revoked && !row.just_used;
    if (isLate && !row.is_parent_of_last) {
      await db.query('delete from auth.sessions where id = $1', [row.session_id]);
      return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
    }
    const user = await userById(db, row.user_id);
    if (!user) return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
    if (isBanned(user)) return new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
    if (!row.revoked)
      await db.query('update auth.refresh_tokens set revoked = true, updated_at = now() where id = $1', [row.id]);
    // If somebody has that token after all, its use ends the session.
    if (isLate)
      await db.query(
        'update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = $1 and parent = $2 and not revoked',
        [row.session_id, row.token],
      );
    await db.query(
      `update auth.sessions set refreshed_at = now() at time zone 'utc', updated_at = now(), user_agent = $2, ip = $3::inet where id = $1`,
      [row.session_id, ...placeOf(req)],
    );
    return await answer(service.ctx, db, user, row.session_id, row.method, row.token);
  });
  if (outcome instanceof AuthError) throw outcome;
  return outcome;
}

async function answer(
  ctx: BackendContext,
  db: Db,
  user: UserRow,
  sessionId: string,
  method: string,
  parent: string | null,
): Promise<Json> {
  const refreshToken = randomBytes(24).toString('base64url');
  await db.query('insert into auth.refresh_tokens (token, user_id, session_id, parent) values ($1, $2, $3, $4)', [
    sha256(refreshToken),
    user.id,
    sessionId,
    parent,
  ]);
  const iat = Math.floor(Date.now() / 1000);
  return {
    access_token: await accessToken(ctx, user, sessionId, method, iat),
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_LIFE,
    expires_at: iat + ACCESS_TOKEN_LIFE,
    refresh_token: refreshToken,
    user: await userJson(db, user),
  };
}

function accessToken(
  ctx: BackendContext,
  user: UserRow,
  sessionId: string,
  method: string,
  iat: number,
): Promise<string> {
  return new SignJWT({
    role: user.role ?? 'authenticated',
    email: user.email ?? '',
    phone: '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    aal: 'aal1',
    amr: [{ method, timestamp: iat }],
    session_id: sessionId,
    is_anonymous: false,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(`${ctx.appUrl}/auth/v1`)
    .setSubject(user.id)
    .setAudience('authenticated')
    .setIssuedAt(iat)
    .setExpirationTime(iat + ACCESS_TOKEN_LIFE)
    .sign(new TextEncoder().encode(ctx.jwtSecret));
}
