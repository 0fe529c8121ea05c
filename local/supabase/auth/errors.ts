import type { IncomingMessage, ServerResponse } from 'node:http';

import { header, sendJson } from '../http.ts';

/** An error in GoTrue's format: HTTP status, `error_code`, message. */
export class AuthError extends Error {
  readonly status: number;
  readonly code: string;
  readonly more: Readonly<Record<string, unknown>>;

  constructor(status: number, code: string, message: string, more: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.more = more;
  }
}

const API_VERSION = '2024-01-01';

/**
 * Clients of API version 2024-01-01 expect a string in `code`; older ones expect the status there and the string in
 * `error_code`.
 */
export function sendError(req: IncomingMessage, res: ServerResponse, error: AuthError): void {
  if (header(req, 'x-supabase-api-version') >= API_VERSION) {
    res.setHeader('x-supabase-api-version', API_VERSION);
    return sendJson(res, error.status, { code: error.code, message: error.message, ...error.more });
  }
  sendJson(res, error.status, { code: error.status, error_code: error.code, msg: error.message, ...error.more });
}

export const malformed = (): AuthError => new AuthError(400, 'bad_json', 'Could not parse request body as JSON');
export const invalid = (message: string): AuthError => new AuthError(400, 'validation_failed', message);
export const tooManyRequests = (): AuthError =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached');
export const expiredLink = (): AuthError => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
