import type { WriteErrorCode } from '#contract/errors.ts';
import { replicaStore, startReplica } from '#data/replica.ts';

export type OutboxResult = { ok: true } | { ok: false; code: WriteErrorCode };

/** Sends all that waits at once instead of after the next pause. */
export function retryNow(): void {
  startReplica();
  replicaStore.get()?.hurry();
}

/** Queues a refused item again under a new action id. */
export async function retry(id: string): Promise<OutboxResult> {
  const { retryRefused } = await import('#data/outbox-actions.ts');
  return retryRefused(id);
}

/** Takes back an item that was not sent, or forgets a refused one. Code 'sending' while it is on its way. */
export async function discard(id: string): Promise<OutboxResult> {
  const { discardAction } = await import('#data/outbox-actions.ts');
  return discardAction(id);
}
