import type { CrudBatch } from '#contract/crud.ts';
import { postJson, type RequestOptions } from '../http/request.ts';
import { classify, type Outcome } from './classify.ts';

/** Long: 256 kB take time over a weak signal. A lost answer is harmless, because ids are recognised. */
const SEND_TIMEOUT_MS = 45_000;

export interface SendOptions extends Pick<RequestOptions, 'fetch' | 'keepalive' | 'signal'> {
  supabaseUrl: string;
  publishableKey: string;
  accessToken: string;
  timeoutMs?: number;
}

/** Sends one batch. Never throws. */
export async function sendBatch(batch: CrudBatch, options: SendOptions): Promise<Outcome> {
  const { supabaseUrl, publishableKey, timeoutMs = SEND_TIMEOUT_MS, ...rest } = options;
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
