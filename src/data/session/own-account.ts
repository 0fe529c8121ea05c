import { codeOf, messageOf } from '../remote/answers.ts';
import { postJson } from '../remote/request.ts';
import type { Tokens } from '../remote/with-token.ts';
import { AUTH_TIMEOUT_MS } from './auth-lock.ts';
import { attempt, type AuthResult } from './auth-result.ts';

/** Ends the session of these tokens on the server. */
export const endOnServer = (tokens: Tokens): Promise<unknown> =>
  postJson('/auth/v1/logout?scope=local', {}, { tokens, timeoutMs: AUTH_TIMEOUT_MS });

export const changePassword = (tokens: Tokens, password: string): Promise<AuthResult> =>
  attempt(async () => {
    const options = { method: 'PUT', tokens, timeoutMs: AUTH_TIMEOUT_MS } as const;
    const { status, body } = await postJson('/auth/v1/user', { password }, options);
    const isAnswer = typeof body === 'object' && body !== null;
    if (status === 200 && isAnswer) return { data: body, error: null };
    // A page that is not JSON, such as that of a captive portal, is no answer unless it is an error of the server.
    return {
      data: null,
      error: { status: isAnswer || status >= 500 ? status : 0, code: codeOf(body), message: messageOf(body) },
    };
  });
