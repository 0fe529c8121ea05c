import type { CrudBatch } from '#contract/crud.ts';
import { postJson, type RequestOptions } from '../http/request.ts';
import { sizeOf } from './batch.ts';
import { classify, type Outcome } from './classify.ts';

/**
 * For the server's work, which a database ends sooner. A request that the network has swallowed holds the queue as
 * long. A lost answer is harmless, because ids are recognised.
 */
const ANSWER_TIMEOUT_MS = 15_000;
/** The slowest line that is waited for: 2 kB/s, GPRS at its worst. */
const LEAST_BYTES_PER_MS = 2;
const MOST_TIMEOUT_MS = 60_000;

export interface SendOptions extends Pick<RequestOptions, 'fetch' | 'keepalive' | 'signal'> {
  supabaseUrl: string;
  publishableKey: string;
  accessToken: string;
  timeoutMs?: number;
}

const timeoutFor = ({ actions }: CrudBatch): number =>
  Math.min(
    MOST_TIMEOUT_MS,
    ANSWER_TIMEOUT_MS + actions.reduce((sum, action) => sum + sizeOf(action), 0) / LEAST_BYTES_PER_MS,
  );

/** Sends one batch. Never throws. */
export async function sendBatch(batch: CrudBatch, options: SendOptions): Promise<Outcome> {
  const { supabaseUrl, publishableKey, timeoutMs = timeoutFor(batch), ...rest } = options;
  try {
    const backend = { supabaseUrl, publishableKey };
    // 'manual': a redirect is a captive portal, which the outbox shows as its own reason.
    return classify(
      await postJson('/rest/v1/rpc/apply_crud', { batch }, { ...rest, timeoutMs, backend, redirect: 'manual' }),
    );
  } catch (error) {
    return { kind: 'retry', reason: error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : 'offline' };
  }
}
