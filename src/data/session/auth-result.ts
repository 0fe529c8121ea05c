import type { AuthErrorCode } from '#contract/errors.ts';
import { type Answer, codeOf, isNoAnswer, messageOf } from '../http/answers.ts';

export type AuthFailure = { ok: false; code: AuthErrorCode; message: string };
export type AuthResult<T = unknown> = ({ ok: true } & T) | AuthFailure;

export interface RemoteError {
  name?: string;
  status?: number | undefined;
  code?: string | undefined;
  message: string;
}

const CODES: Record<string, AuthErrorCode> = {
  invalid_credentials: 'invalid_credentials',
  email_not_confirmed: 'email_not_confirmed',
  weak_password: 'weak_password',
  same_password: 'same_password',
  user_already_exists: 'email_taken',
  email_exists: 'email_taken',
  otp_expired: 'link_expired',
  flow_state_not_found: 'link_expired',
  flow_state_expired: 'link_expired',
  bad_code_verifier: 'link_expired',
  user_banned: 'banned',
  over_request_rate_limit: 'rate_limited',
  over_email_send_rate_limit: 'rate_limited',
  session_not_found: 'session_missing',
  email_address_invalid: 'invalid_input',
  validation_failed: 'invalid_input',
};

/** Includes the server's own message: the specification shows it where it defines no text. */
export function toFailure(error: RemoteError): AuthFailure {
  const { message, status = 0, code } = error;
  if (error.name === 'AuthSessionMissingError') return { ok: false, code: 'session_missing', message };
  const known = code ? CODES[code] : undefined;
  if (known) return { ok: false, code: known, message };
  if (status === 429) return { ok: false, code: 'rate_limited', message };
  if (status >= 500) return { ok: false, code: 'server', message };
  // No status: no answer, or a page that is not JSON, as that of a captive portal.
  if (status === 0) return { ok: false, code: 'offline', message };
  return { ok: false, code: 'unknown', message };
}

/** By the names of what session/tokens.ts throws. */
const THROWN: Record<string, AuthErrorCode> = { SignInNeeded: 'session_missing', AuthFailing: 'server' };

/** An answer that the auth client did not read, as its error. Non-JSON is no answer, unless the server failed. */
export function errorOf({ status, body }: Answer): RemoteError {
  const isAnswer = status !== 200 && !isNoAnswer({ status, body });
  return { status: isAnswer ? status : 0, code: codeOf(body), message: messageOf(body) };
}

/** Whether the body of an answer is a new session. */
export const isSession = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'access_token' in body && 'refresh_token' in body && 'user' in body;

/** Runs a call of the auth client and turns everything it throws into a failure. */
export async function attempt<R extends { data: unknown; error: RemoteError | null }>(
  call: () => Promise<R>,
): Promise<AuthResult<{ data: R['data'] }>> {
  try {
    const { data, error } = await call();
    return error ? toFailure(error) : { ok: true, data };
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error));
    const code = THROWN[name] ?? 'offline';
    return { ok: false, code, message };
  }
}
