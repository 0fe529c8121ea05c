import type { IncomingMessage, ServerResponse } from 'node:http';

import type { BackendContext, HttpPart } from '../../context.ts';
import { createPool } from '../../postgres/pool.ts';
import { providerKeys } from '../../providers/settings.ts';
import { callerOf, CallerRejected } from '../caller.ts';
import { allowCors, BodyMalformed, BodyTooLarge, header, readJson, sendJson } from '../http.ts';
import type { Mailbox } from '../mailbox.ts';
import { isPassing } from '../passing.ts';
import { changeUser, logOut, memberOf } from './account.ts';
import { adminUser, adminUsers, generateLink, invite, requireAdmin } from './admin.ts';
import { AuthError, malformed, sendError } from './errors.ts';
import { createGoogleProvider } from './google.ts';
import { createLimits } from './limits.ts';
import { authorize, callback } from './oauth.ts';
import { passkeys } from './passkeys/index.ts';
import type { AuthService } from './service.ts';
import { token } from './sign-in.ts';
import { recover, resend, sendOtp, signUp } from './sign-up.ts';
import { userJson } from './users.ts';
import { verify, verifyLink } from './verify.ts';

const PREFIX = '/auth/v1';
/** Bytes: a few fields, and metadata of some kilobytes. */
const MAX_BODY = 64 * 1024;
const EXPOSE = 'X-Total-Count, Link, X-Supabase-Api-Version';
/** Paths that a browser opens as a page, without a key. */
const OPEN = new Set(['GET /health', 'GET /.well-known/jwks.json', 'GET /verify', 'GET /authorize', 'GET /callback']);

const SETTINGS = {
  external: { email: true, phone: false, anonymous_users: false, google: true },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: '',
  saml_enabled: false,
};
/** Log-ins by passkey that one client may begin within five minutes. */
const PASSKEY_LOGINS = 600;

/** Supabase Auth's wire format under /auth/v1, on the tables of schema auth. */
export async function createAuth(ctx: BackendContext, mailbox: Mailbox): Promise<HttpPart> {
  // Triggers on auth.users run as this role, as on a hosted project, so that they have the same rights here. The
  // settings of a role hold for its own log-ins only.
  const db = createPool({
    connectionString: ctx.databaseUrl,
    max: 6,
    application_name: 'auth',
    options:
      '-c role=supabase_auth_admin -c search_path=auth,public,extensions -c idle_in_transaction_session_timeout=60s',
  });
  const service: AuthService = {
    ctx,
    db,
    mailbox,
    limits: createLimits(),
    google: createGoogleProvider(ctx.appUrl, await providerKeys(ctx.dataDir)),
    mailInterval: setting('RANGEDAY_AUTH_EMAIL_INTERVAL', 1),
    mailsPerOrigin: setting('RANGEDAY_AUTH_MAILS_PER_ORIGIN', 100),
    badLogins: setting('RANGEDAY_AUTH_BAD_LOGINS', 30),
    badLoginsPerOrigin: setting('RANGEDAY_AUTH_BAD_LOGINS_PER_ORIGIN', 100),
    passkeyLogins: setting('RANGEDAY_AUTH_PASSKEY_LOGINS', PASSKEY_LOGINS),
  };
  return {
    async handle(req, res) {
      allowCors(req, res, EXPOSE);
      res.setHeader('cache-control', 'no-store');
      if (req.method === 'OPTIONS') return void res.writeHead(204).end();
      try {
        await route(service, req, res);
      } catch (error) {
        sendError(req, res, asAuthError(ctx, error));
      }
    },
    close: () => db.end(),
  };
}

function setting(name: string, otherwise: number): number {
  const value = Number(process.env[name] ?? otherwise);
  return Number.isFinite(value) && value >= 0 ? value : otherwise;
}

async function route(service: AuthService, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = new URL(req.url ?? '/', service.ctx.appUrl);
  const path = url.pathname.slice(PREFIX.length);
  const query = url.searchParams;
  const what = `${req.method} ${path}`;
  if (!OPEN.has(what)) await requireKey(service, req, query.get('apikey'));
  const body = req.method === 'GET' ? {} : await readJson(req, MAX_BODY);
  const redirectTo = query.get('redirect_to') ?? header(req, 'redirect_to');

  if (path.startsWith('/admin/') || path === '/invite') {
    await requireAdmin(service, req);
    if (path === '/admin/users') return await adminUsers(service, req, res, query, body);
    if (path.startsWith('/admin/users/'))
      return await adminUser(service, req, res, path.slice('/admin/users/'.length), body);
    if (what === 'POST /admin/generate_link')
      return sendJson(res, 200, await generateLink(service, { redirect_to: redirectTo, ...body }));
    if (what === 'POST /invite') return sendJson(res, 200, await invite(service, body, redirectTo));
  }
  if (path === '/passkeys' || path.startsWith('/passkeys/'))
    return await passkeys(service, req, res, path.slice('/passkeys'.length), body);
  switch (what) {
    case 'GET /health':
      return sendJson(res, 200, { name: 'GoTrue', version: 'v2', description: 'Rangeday auth service' });
    case 'GET /settings':
      return sendJson(res, 200, { ...SETTINGS, passkeys_enabled: service.passkeyLogins > 0 });
    case 'GET /.well-known/jwks.json':
      // Tokens are signed with a shared secret, so there is no public key.
      return sendJson(res, 200, { keys: [] });
    case 'GET /authorize':
      return redirect(res, await authorize(service, req, query));
    case 'GET /callback':
      return redirect(res, await callback(service, query));
    case 'POST /signup':
      return sendJson(res, 200, await signUp(service, req, body, redirectTo));
    case 'POST /token':
      return sendJson(res, 200, await token(service, req, query.get('grant_type'), body));
    case 'POST /otp':
      return sendJson(res, 200, await sendOtp(service, req, body, redirectTo));
    case 'POST /magiclink':
      return sendJson(res, 200, await sendOtp(service, req, body, redirectTo));
    case 'POST /recover':
      return sendJson(res, 200, await recover(service, req, body, redirectTo));
    case 'POST /resend':
      return sendJson(res, 200, await resend(service, req, body, redirectTo));
    case 'POST /verify':
      return sendJson(res, 200, await verify(service, req, body));
    case 'GET /verify':
      return redirect(res, await verifyLink(service, req, query));
    case 'GET /user':
      return sendJson(res, 200, await userJson(service.db, (await memberOf(service, req)).user));
    case 'PUT /user':
      return sendJson(res, 200, await changeUser(service, req, await memberOf(service, req), body, redirectTo));
    case 'POST /logout':
      await logOut(service, await memberOf(service, req), query.get('scope') ?? 'global');
      return void res.writeHead(204).end();
    default:
      throw new AuthError(404, 'not_found', 'Nothing is served here.');
  }
}

const redirect = (res: ServerResponse, location: string): void => void res.writeHead(303, { location }).end();

/** A hosted project's gateway rejects requests without a key. Each endpoint checks the token itself. */
async function requireKey(service: AuthService, req: IncomingMessage, key: string | null): Promise<void> {
  try {
    await callerOf(service.ctx, req, { key });
  } catch (error) {
    if (!(error instanceof CallerRejected)) throw error;
    if (error.reason === 'no-key') throw new AuthError(401, 'no_authorization', 'No API key found in request');
    if (error.reason === 'bad-key') throw new AuthError(401, 'no_authorization', 'Invalid API key');
  }
}

function asAuthError(ctx: BackendContext, error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof BodyMalformed) return malformed();
  if (error instanceof BodyTooLarge) return new AuthError(413, 'validation_failed', 'The request body is too large');
  if (isPassing(error)) return new AuthError(503, 'unexpected_failure', 'The database is busy. Try again in a moment.');
  // A trigger raised an exception, or the database is not available.
  ctx.log(`Auth failed: ${error instanceof Error ? error.message : String(error)}`);
  return new AuthError(500, 'unexpected_failure', 'Database error while handling the request');
}
