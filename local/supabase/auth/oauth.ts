import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

import { same, UUID } from '../caller.ts';
import { originOf } from '../http.ts';
import type { Json } from '../http.ts';
import { AuthError, invalid } from './errors.ts';
import { accountOf } from './external-account.ts';
import { safeRedirect } from './mail.ts';
import { transaction } from './service.ts';
import type { AuthService } from './service.ts';
import { beginSession } from './sessions.ts';
import { userById } from './users.ts';

/** From the first request to the exchange of the code, as in GoTrue. */
const LIFE = '5 minutes';
/** Started log-ins of one client within five minutes. */
const FLOWS_OF_ORIGIN = 100;
const CHALLENGE = /^[\w.~-]{43,128}$/;

interface Flow {
  readonly id: string;
  readonly user_id: string | null;
  readonly code_challenge: string;
  readonly referrer: string;
  readonly fresh: boolean;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
/** Codes are stored as hashes, as all secrets here. */
const hashOf = (code: string): string => sha256(code).toString('hex');

/**
 * GET /authorize?provider=google&redirect_to=…&code_challenge=…&code_challenge_method=s256. Returns the provider's
 * page. A request without a challenge is refused: GoTrue would then put the session into the address, where histories
 * and logs store it.
 */
export async function authorize(service: AuthService, req: IncomingMessage, query: URLSearchParams): Promise<string> {
  if (query.get('provider') !== 'google') throw invalid('Unsupported provider: provider is not enabled');
  const challenge = query.get('code_challenge') ?? '';
  if (query.get('code_challenge_method')?.toLowerCase() !== 's256' || challenge === '')
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  if (!CHALLENGE.test(challenge)) throw invalid('code challenge has to be between 43 and 128 characters');
  service.limits.use(`flows:${originOf(req)}`, FLOWS_OF_ORIGIN, 300);
  const state = randomUUID();
  await service.db.query("delete from auth.flow_state where created_at < now() - interval '1 hour'");
  await service.db.query(
    `insert into auth.flow_state (id, code_challenge_method, code_challenge, provider_type, authentication_method, referrer)
     values ($1, 's256', $2, 'google', 'oauth', $3)`,
    [state, challenge, safeRedirect(service, query.get('redirect_to')).href],
  );
  return await service.google.consentUrl(state);
}

/** GET /callback?code=…&state=…: returns the address to go on to, with a code for POST /token, or with the error. */
export async function callback(service: AuthService, query: URLSearchParams): Promise<string> {
  let target = safeRedirect(service, null);
  try {
    const flow = await claimState(service, query.get('state') ?? '');
    target = safeRedirect(service, flow.referrer);
    if (query.has('error')) throw new ProviderError(query.get('error') ?? '', query.get('error_description') ?? '');
    const code = query.get('code');
    if (!code) throw new AuthError(400, 'bad_oauth_callback', 'OAuth callback with missing authorization code missing');
    const person = await service.google.personOf(code);
    const authCode = randomUUID();
    await transaction(service.db, async (db) => {
      const user = await accountOf(db, 'google', person);
      await db.query(
        'update auth.flow_state set user_id = $2, auth_code = $3, auth_code_issued_at = now() where id = $1',
        [flow.id, user.id, hashOf(authCode)],
      );
    });
    target.searchParams.set('code', authCode);
  } catch (error) {
    const values = errorValues(error);
    if (!values) throw error;
    for (const [name, value] of Object.entries(values)) target.searchParams.set(name, value);
    target.hash = new URLSearchParams(values).toString();
  }
  return target.href;
}

/**
 * Marks the state as used, so that a second callback with it fails. Throws bad_oauth_state, flow_state_already_used.
 */
async function claimState(service: AuthService, state: string): Promise<Flow> {
  if (state === '') throw new AuthError(400, 'bad_oauth_callback', 'OAuth state parameter missing');
  if (!UUID.test(state)) throw new AuthError(400, 'bad_oauth_state', 'OAuth state parameter is invalid');
  const { rows } = await service.db.query<Flow>(
    `update auth.flow_state set is_state_used = true, updated_at = now() where id = $1 and not is_state_used
     returning id, user_id, code_challenge, referrer, created_at > now() - interval '${LIFE}' as fresh`,
    [state],
  );
  if (!rows[0]) {
    const used = await service.db.query('select 1 from auth.flow_state where id = $1', [state]);
    if (used.rowCount) throw new AuthError(400, 'flow_state_already_used', 'State has already been used');
    throw new AuthError(400, 'bad_oauth_state', 'OAuth state not found or expired');
  }
  if (!rows[0].fresh) throw new AuthError(400, 'bad_oauth_state', 'OAuth state has expired');
  return rows[0];
}

/** The provider's own error, such as access_denied when the person cancels. */
class ProviderError extends Error {
  readonly code: string;
  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

const DENIED = new Set(['user_banned', 'provider_email_needs_verification']);

function errorValues(error: unknown): Record<string, string> | null {
  if (error instanceof ProviderError) return { error: error.code, error_description: error.message };
  if (!(error instanceof AuthError)) return null;
  const kind = DENIED.has(error.code) ? 'access_denied' : error.status < 500 ? 'invalid_request' : 'server_error';
  return { error: kind, error_code: error.code, error_description: error.message };
}

/**
 * POST /token?grant_type=pkce: `{auth_code, code_verifier}`. The code works once, and only with the verifier of its
 * challenge.
 */
export async function exchangeCode(service: AuthService, req: IncomingMessage, body: Json): Promise<Json> {
  const { auth_code: code, code_verifier: verifier } = body;
  if (typeof code !== 'string' || typeof verifier !== 'string' || code === '' || verifier === '')
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  return await transaction(service.db, async (db) => {
    const { rows } = await db.query<Flow>(
      `select id, user_id, code_challenge, referrer, created_at > now() - interval '${LIFE}' as fresh
       from auth.flow_state where auth_code = $1 for update`,
      [hashOf(code)],
    );
    const [flow] = rows;
    const user = flow?.user_id ? await userById(db, flow.user_id) : undefined;
    if (!flow || !user)
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    if (!flow.fresh) throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    if (!same(sha256(verifier).toString('base64url'), flow.code_challenge))
      throw new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
    await db.query('delete from auth.flow_state where id = $1', [flow.id]);
    return await beginSession(service, db, req, user, 'oauth');
  });
}
