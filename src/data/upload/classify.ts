import type { CrudResult } from '#contract/crud.ts';
import type { RetryReason } from '#contract/outbox.ts';
import { codeOf, messageOf, passing, refusesToken } from '../http/answers.ts';

/** The outcome of one call of `apply_crud`. */
export type Outcome =
  | { kind: 'answer'; results: CrudResult[] }
  /** Independent of the write: keep it and try later. */
  | { kind: 'retry'; reason: RetryReason; retryAfterMs?: number }
  /** The token was rejected: refresh the session, then try again. */
  | { kind: 'refresh' }
  /** The whole call was rejected. A single action is rejected after MAX_REFUSALS such calls. */
  | { kind: 'refused'; code: string; message: string };

export const MAX_REFUSALS = 3;

export interface Reply {
  status: number;
  body: unknown;
  retryAfter?: string | null;
}

const field = (body: unknown, name: string): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** The longest pause that a server can ask for. */
export const MOST_RETRY_AFTER_MS = 600_000;

/** Milliseconds from a Retry-After header in seconds or as a date; undefined when there is none. At most 10 minutes. */
export function retryAfterMs(header: string | null | undefined, now = Date.now()): number | undefined {
  if (!header) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MOST_RETRY_AFTER_MS) : undefined;
}

function isResult(value: unknown): value is CrudResult {
  const status = field(value, 'status');
  return field(value, 'action_id') !== '' && (status === 'applied' || status === 'duplicate' || status === 'rejected');
}

function retry(reason: RetryReason, header?: string | null): Outcome {
  const wait = retryAfterMs(header);
  return wait === undefined ? { kind: 'retry', reason } : { kind: 'retry', reason, retryAfterMs: wait };
}

/** Reads a response. Only our marker makes it an answer: a captive portal answers everything with 200. */
export function classify(reply: Reply): Outcome {
  const { status, body, retryAfter } = reply;
  const code = codeOf(body);
  if (status >= 200 && status < 300) {
    const results = typeof body === 'object' && body !== null ? (body as { results?: unknown }).results : undefined;
    const ours = field(body, 'marker') === 'apply_crud' && Array.isArray(results) && results.every(isResult);
    return ours ? { kind: 'answer', results } : retry('portal');
  }
  if (refusesToken(reply)) return { kind: 'refresh' };
  const reason = status === 0 ? null : passing(reply);
  if (reason !== null) return retry(reason, retryAfter);
  // Without a code it is not from our API but from a captive portal or a proxy.
  if (code === '' && messageOf(body) === '') return retry('portal', retryAfter);
  if (status >= 400) return { kind: 'refused', code: code || String(status), message: messageOf(body) };
  return retry('portal');
}
