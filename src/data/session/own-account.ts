import { postJson } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';
import { AUTH_TIMEOUT_MS } from './auth-lock.ts';
import { attempt, type AuthResult, errorOf } from './auth-result.ts';

export const endOnServer = (tokens: Tokens): Promise<unknown> =>
  postJson('/auth/v1/logout?scope=local', {}, { tokens, timeoutMs: AUTH_TIMEOUT_MS, keepalive: true });

export const changePassword = (tokens: Tokens, password: string): Promise<AuthResult> =>
  attempt(async () => {
    const options = { method: 'PUT', tokens, timeoutMs: AUTH_TIMEOUT_MS } as const;
    const reply = await postJson('/auth/v1/user', { password }, options);
    const isChanged = reply.status === 200 && typeof reply.body === 'object' && reply.body !== null;
    return isChanged ? { data: reply.body, error: null } : { data: null, error: errorOf(reply) };
  });
