import type { CrudBatch } from '#contract/crud.ts';
import { classify, type Outcome } from './classify.ts';

export interface SendOptions {
  supabaseUrl: string;
  publishableKey: string;
  accessToken: string;
  fetch?: typeof fetch;
  /** Milliseconds without a complete answer until the call counts as lost. */
  timeoutMs?: number;
  signal?: AbortSignal;
  /** The page is going: the browser finishes the call without it, if the batch is small enough. */
  keepalive?: boolean;
}

/** Browsers refuse more than 64 kB in flight with `keepalive`; the rest is for what else may be on its way. */
const KEEPALIVE_BYTES = 48 * 1024;

/** Generous: 256 kB over a weak signal take a while. A lost answer costs nothing, the server knows each action's id. */
const SEND_TIMEOUT_MS = 45_000;

/** Sends one batch; never throws. */
export async function sendBatch(batch: CrudBatch, options: SendOptions): Promise<Outcome> {
  const body = JSON.stringify({ batch });
  const patience = new AbortController();
  // Not AbortSignal.timeout: its clock cannot be moved on, and nobody should have to wait for it to see what happens then.
  const timer = setTimeout(() => patience.abort(), options.timeoutMs ?? SEND_TIMEOUT_MS);
  try {
    const response = await (options.fetch ?? fetch)(`${options.supabaseUrl}/rest/v1/rpc/apply_crud`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: options.publishableKey,
        authorization: `Bearer ${options.accessToken}`,
      },
      body,
      // A portal redirects to its log-in page; following it would post the member's words there.
      redirect: 'manual',
      cache: 'no-store',
      keepalive: options.keepalive === true && new Blob([body]).size <= KEEPALIVE_BYTES,
      signal: options.signal ? AbortSignal.any([patience.signal, options.signal]) : patience.signal,
    });
    const text = await response.text();
    return classify({ status: response.status, body: parse(text), retryAfter: response.headers.get('retry-after') });
  } catch {
    return { kind: 'retry', reason: patience.signal.aborted ? 'timeout' : 'offline' };
  } finally {
    clearTimeout(timer);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
