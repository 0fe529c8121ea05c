import { createRemoteJWKSet, jwtVerify } from 'jose';
import type { JWTVerifyGetKey } from 'jose';

import type { ProviderKeys } from '../../providers/settings.ts';
import { isObject } from '../http.ts';
import { AuthError } from './errors.ts';

/** What the provider says about the person. */
export interface ExternalPerson {
  /** The provider's id of the account. */
  readonly subject: string;
  readonly issuer: string;
  readonly email: string;
  readonly isVerified: boolean;
  readonly name: string;
}

export interface Provider {
  /** The provider's page, which sends the browser back to our callback. Throws if the provider does not answer. */
  consentUrl(state: string): Promise<string>;
  /** Exchanges the code of the callback. Throws AuthError. */
  personOf(code: string): Promise<ExternalPerson>;
}

interface Endpoints {
  readonly authorize: string;
  readonly token: string;
  readonly keys: JWTVerifyGetKey;
}

const TIMEOUT = 10_000;
const MAX_NAME = 200;

export function createGoogleProvider(appUrl: string, keys: ProviderKeys): Provider {
  const issuer = `${appUrl}/_dev/google`;
  const callback = `${appUrl}/auth/v1/callback`;
  let known: Promise<Endpoints> | undefined;

  async function discover(): Promise<Endpoints> {
    const answer = await fetch(`${issuer}/.well-known/openid-configuration`, { signal: AbortSignal.timeout(TIMEOUT) });
    const config: unknown = await answer.json();
    if (!answer.ok || !isObject(config)) throw unavailable();
    return {
      authorize: String(config['authorization_endpoint']),
      token: String(config['token_endpoint']),
      keys: createRemoteJWKSet(new URL(String(config['jwks_uri'])), { timeoutDuration: TIMEOUT }),
    };
  }

  function endpoints(): Promise<Endpoints> {
    known ??= discover().catch(() => {
      known = undefined;
      throw unavailable();
    });
    return known;
  }

  async function idTokenOf(code: string): Promise<string> {
    const answer = await fetch((await endpoints()).token, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...{ grant_type: 'authorization_code', code, redirect_uri: callback },
        ...{ client_id: keys.googleClientId, client_secret: keys.googleClientSecret },
      }),
      signal: AbortSignal.timeout(TIMEOUT),
    });
    const body: unknown = await answer.json();
    if (!answer.ok || !isObject(body) || typeof body['id_token'] !== 'string') throw unavailable();
    return body['id_token'];
  }

  return {
    async consentUrl(state) {
      const url = new URL((await endpoints()).authorize);
      url.search = new URLSearchParams({
        ...{ client_id: keys.googleClientId, redirect_uri: callback, response_type: 'code' },
        ...{ scope: 'email profile', state },
      }).toString();
      return url.href;
    },

    async personOf(code) {
      try {
        const { payload } = await jwtVerify(await idTokenOf(code), (await endpoints()).keys, {
          ...{ issuer, audience: keys.googleClientId, algorithms: ['RS256'], requiredClaims: ['sub', 'exp'] },
        });
        const { sub = '', email, email_verified: isVerified, name } = payload;
        return {
          ...{ subject: sub, issuer, email: typeof email === 'string' ? email : '', isVerified: isVerified === true },
          name: typeof name === 'string' ? name.slice(0, MAX_NAME) : '',
        };
      } catch {
        throw new AuthError(500, 'unexpected_failure', 'Error getting user profile from external provider');
      }
    },
  };
}

const unavailable = (): AuthError =>
  new AuthError(500, 'unexpected_failure', 'Unable to exchange external code: the provider did not answer');
