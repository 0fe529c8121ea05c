import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK } from 'jose';

import type { BackendContext } from '../context.ts';
import { header, readBody, sendJson } from '../supabase/http.ts';
import { accountPage } from './google-page.ts';
import type { GoogleAccount } from './google-page.ts';
import { sendPage } from './page.ts';
import type { ProviderKeys } from './settings.ts';

const PREFIX = '/_dev/google';
/** Milliseconds. */
const CODE_LIFE = 60_000;
/** Seconds. */
const TOKEN_LIFE = 3600;
const MAX_GRANTS = 1000;
const REMEMBERED_ACCOUNTS = 5;

interface Grant {
  readonly account: GoogleAccount;
  readonly redirectUri: string;
  readonly until: number;
}

/**
 * Google's OpenID Connect endpoints, as far as Supabase Auth uses them. The page asks which account to use; any address
 * is accepted.
 */
export function createGoogle(ctx: BackendContext, keys: ProviderKeys) {
  const issuer = `${ctx.appUrl}${PREFIX}`;
  const callback = `${ctx.appUrl}/auth/v1/callback`;
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, GoogleAccount>();
  let accounts: readonly GoogleAccount[] = [];
  let signing: Promise<{ key: CryptoKey; jwk: JWK }> | undefined;

  async function makeKey(): Promise<{ key: CryptoKey; jwk: JWK }> {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    return { key: privateKey, jwk: { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' } };
  }
  const signingKey = () => (signing ??= makeKey());

  /**
   * Why a browser cannot be sent back with an answer; null if it can. As at Google, only the registered address gets
   * one.
   */
  function problemOf(query: URLSearchParams): string | null {
    if (query.get('client_id') !== keys.googleClientId) return 'The OAuth client was not found.';
    if (query.get('redirect_uri') !== callback) return 'Error 400: redirect_uri_mismatch';
    if (query.get('response_type') !== 'code') return 'Error 400: unsupported_response_type';
    return null;
  }

  function chooseAccount(form: URLSearchParams, back: URL): void {
    const email = (form.get('email') ?? '').trim().toLowerCase();
    if (form.get('do') === 'cancel' || email === '') return back.searchParams.set('error', 'access_denied');
    const account = { email, name: form.get('name')?.trim() || email, isVerified: form.get('verified') === 'yes' };
    accounts = [account, ...accounts.filter((known) => known.email !== email)].slice(0, REMEMBERED_ACCOUNTS);
    const code = `4/${randomBytes(24).toString('base64url')}`;
    if (codes.size >= MAX_GRANTS) codes.clear();
    codes.set(code, { account, redirectUri: callback, until: Date.now() + CODE_LIFE });
    back.searchParams.set('code', code);
  }

  async function authorize(req: IncomingMessage, res: ServerResponse, url: URL): Promise<void> {
    const problem = problemOf(url.searchParams);
    if (problem) return sendPage(res, 400, 'Access blocked', `<p>${problem}</p>`);
    if (req.method !== 'POST') return sendPage(res, 200, 'Choose an account', accountPage(accounts));
    const back = new URL(callback);
    chooseAccount(new URLSearchParams((await readBody(req, 4096)).toString('utf8')), back);
    back.searchParams.set('state', url.searchParams.get('state') ?? '');
    res.writeHead(303, { location: back.href, 'cache-control': 'no-store' }).end();
  }

  async function token(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = new URLSearchParams((await readBody(req, 16 * 1024)).toString('utf8'));
    if (form.get('client_id') !== keys.googleClientId || form.get('client_secret') !== keys.googleClientSecret)
      return sendJson(res, 401, { error: 'invalid_client', error_description: 'Unauthorized' });
    if (form.get('grant_type') !== 'authorization_code')
      return sendJson(res, 400, { error: 'unsupported_grant_type', error_description: 'Invalid grant_type' });
    const code = form.get('code') ?? '';
    const grant = codes.get(code);
    codes.delete(code);
    if (!grant || grant.until < Date.now() || form.get('redirect_uri') !== grant.redirectUri)
      return sendJson(res, 400, { error: 'invalid_grant', error_description: 'Bad Request' });
    const accessToken = `ya29.${randomBytes(24).toString('base64url')}`;
    if (tokens.size >= MAX_GRANTS) tokens.clear();
    tokens.set(accessToken, grant.account);
    const { key, jwk } = await signingKey();
    const idToken = await new SignJWT(claimsOf(grant.account))
      .setProtectedHeader({ alg: 'RS256', kid: jwk.kid ?? '', typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(keys.googleClientId)
      .setIssuedAt()
      .setExpirationTime(`${TOKEN_LIFE}s`)
      .sign(key);
    sendJson(res, 200, {
      ...{ access_token: accessToken, id_token: idToken, token_type: 'Bearer', expires_in: TOKEN_LIFE },
      scope: 'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
    });
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', ctx.appUrl);
    switch (url.pathname.slice(PREFIX.length)) {
      case '/.well-known/openid-configuration':
        return sendJson(res, 200, {
          issuer,
          authorization_endpoint: `${issuer}/auth`,
          token_endpoint: `${issuer}/token`,
          userinfo_endpoint: `${issuer}/userinfo`,
          jwks_uri: `${issuer}/certs`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
        });
      case '/certs':
        return sendJson(res, 200, { keys: [(await signingKey()).jwk] });
      case '/auth':
        return authorize(req, res, url);
      case '/token':
        return token(req, res);
      case '/userinfo': {
        const account = tokens.get(header(req, 'authorization').replace(/^Bearer /, ''));
        return account ? sendJson(res, 200, claimsOf(account)) : sendJson(res, 401, { error: 'invalid_token' });
      }
      default:
        return sendJson(res, 404, { error: 'Nothing is served here.' });
    }
  }
  return { handle };
}

/** One address is always one account. */
const claimsOf = ({ email, name, isVerified }: GoogleAccount) => ({
  sub: BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 17)}`).toString(),
  email,
  email_verified: isVerified,
  name,
});
