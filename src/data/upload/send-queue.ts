import type { CrudAction, CrudBatch, CrudResult } from '#contract/crud.ts';
import { BATCH_LIMITS, CRUD_VERSION } from '#contract/crud-versions.ts';
import { pathOf } from '#contract/media.ts';
import type { RetryReason } from '#contract/outbox.ts';
import { postJson, type RequestOptions } from '../http/request.ts';
import { classify, type Outcome } from './classify.ts';

/** The actions to send: PowerSync's queue in the page, its copy in the service worker. */
export interface QueueSource {
  /** Marks the next actions as sending (`alone`: one). Empty: none can be sent; a time (ms): not before it. */
  claim(alone: boolean): Promise<readonly CrudAction[] | number>;
  /** Marks released actions again. False: one of them has changed. */
  reclaim(actions: readonly CrudAction[]): Promise<boolean>;
  /** After an attempt without a result. `mayHaveArrived` false: the server definitely did not apply it. */
  release(actions: readonly CrudAction[], reason: RetryReason, mayHaveArrived: boolean): Promise<void>;
  /** Stores the results. Returns how many of the leading actions have one. */
  settle(actions: readonly CrudAction[], results: readonly CrudResult[]): Promise<number>;
  /** The server rejected a call with only this action. False: try again later. */
  giveUp(action: CrudAction, message: string): Promise<boolean>;
  /** Nothing can be sent, for this reason. */
  wait?(reason: RetryReason): Promise<void>;
}

export interface SendParts {
  /** The owner's valid token. `refused`: the one that the server rejected. Throws if none is available. */
  accessToken(refused?: string): Promise<string>;
  send(batch: CrudBatch, accessToken: string): Promise<Outcome>;
  /** Checked first: an attempt without a network would count as one that may have arrived. */
  isReachable?(): Promise<boolean>;
  /** The server asked for a pause, in ms (Retry-After). */
  onRetryAfter?(ms: number): Promise<unknown>;
}

export interface SendMemory {
  /** After a call was rejected as a whole, so many actions go one by one, to reject only the faulty one. */
  alone: number;
}

export type SendResult =
  | { status: 'empty' }
  | { status: 'sent' }
  | { status: 'paused'; reason: RetryReason; retryAfterMs?: number | undefined }
  /** The next action may still be discarded. */
  | { status: 'discarding'; until: number };

type Step = SendResult | { status: 'again' };

const paused = (reason: RetryReason, retryAfterMs?: number): SendResult => ({ status: 'paused', reason, retryAfterMs });

/** Error names of session/tokens.ts and session/ensure-profile.ts. */
const TOKEN_REASONS: Readonly<Record<string, RetryReason>> = {
  SignInNeeded: 'session',
  ProfileMissing: 'profile',
  AuthFailing: 'server',
};
const reasonOf = (error: unknown): RetryReason => TOKEN_REASONS[error instanceof Error ? error.name : ''] ?? 'offline';

/** Other failures, such as a timeout, leave open whether the server applied it. */
const definitelyNotApplied = (reason: RetryReason): boolean => reason === 'busy' || reason === 'portal';

/** Sends the queue in order, in at most `batches` answered calls. Resolves when empty or blocked. */
export async function sendQueue(
  source: QueueSource,
  parts: SendParts,
  memory: SendMemory = { alone: 0 },
  batches = Infinity,
): Promise<SendResult> {
  for (let sent = 0; ;) {
    const step = await sendNext(source, parts, memory);
    if (step.status === 'sent' && (sent += 1) < batches) continue;
    if (step.status !== 'again') return step;
  }
}

async function sendNext(source: QueueSource, parts: SendParts, memory: SendMemory): Promise<Step> {
  if (parts.isReachable && !(await parts.isReachable())) return paused('offline');
  const tokenFor = async (refused?: string) => {
    try {
      return { token: await parts.accessToken(refused) };
    } catch (error) {
      const reason = reasonOf(error);
      await source.wait?.(reason);
      return paused(reason);
    }
  };
  // Before the claim: without a token nothing is being sent.
  const first = await tokenFor();
  if ('status' in first) return first;
  const actions = await source.claim(memory.alone > 0);
  if (typeof actions === 'number') return { status: 'discarding', until: actions };
  const [head] = actions;
  if (!head) return { status: 'empty' };

  const batch = toCrudBatch(actions);
  let outcome = await parts.send(batch, first.token);
  if (outcome.kind === 'refresh') {
    await source.release(actions, 'session', false);
    const fresh = await tokenFor(first.token);
    if ('status' in fresh) return fresh;
    if (!(await source.reclaim(actions))) return { status: 'again' };
    outcome = await parts.send(batch, fresh.token);
  }

  if (outcome.kind === 'refresh') {
    await source.release(actions, 'session', false);
    return paused('session');
  }
  if (outcome.kind === 'retry') {
    const { reason, retryAfterMs } = outcome;
    await source.release(actions, reason, !definitelyNotApplied(reason));
    if (retryAfterMs) await parts.onRetryAfter?.(retryAfterMs);
    return paused(reason, retryAfterMs);
  }
  if (outcome.kind === 'answer') {
    const settled = await source.settle(actions, outcome.results);
    memory.alone = Math.max(0, memory.alone - settled);
    if (settled < actions.length) await source.release(actions.slice(settled), 'unanswered', true);
    return settled === 0 ? paused('unanswered') : { status: 'sent' };
  }
  await source.release(actions, 'server', false);
  if (actions.length > 1) {
    memory.alone = actions.length;
    return { status: 'again' };
  }
  if (!(await source.giveUp(head, outcome.message))) return paused('server');
  memory.alone = Math.max(0, memory.alone - 1);
  return { status: 'sent' };
}

const encoder = new TextEncoder();

/** Bytes of an action's JSON in UTF-8, the unit of BATCH_LIMITS. */
export const sizeOf = (action: CrudAction): number => encoder.encode(JSON.stringify(action)).length;

/** The action with what its form had, which only the outbox has. */
export const withInput = (
  action: CrudAction,
  stored: { input?: Readonly<Record<string, unknown>> | null } | null,
): CrudAction => (stored?.input ? { ...action, input: stored.input } : action);

interface BatchBuilder {
  /** False: the batch is full without it. The first one always fits, whatever its size: an action is never split. */
  add(action: CrudAction): boolean;
  readonly actions: readonly CrudAction[];
}

export function createBatch(limits: { ops: number; bytes: number } = BATCH_LIMITS): BatchBuilder {
  const actions: CrudAction[] = [];
  let ops = 0;
  let bytes = 0;
  return {
    actions,
    add(action) {
      const size = sizeOf(action);
      const full = ops + action.ops.length > limits.ops || bytes + size > limits.bytes;
      if (full && actions.length > 0) return false;
      actions.push(action);
      ops += action.ops.length;
      bytes += size;
      return true;
    },
  };
}

export const toCrudBatch = (actions: readonly CrudAction[]): CrudBatch => ({
  v: CRUD_VERSION,
  actions: actions.map(awaitingFiles),
});

/**
 * Marks a post whose files follow, so that the server publishes it with them. Only when sent: locally no status means
 * unconfirmed.
 */
function awaitingFiles(action: CrudAction): CrudAction {
  const isFile = (url: unknown) => typeof url === 'string' && pathOf(url) !== null;
  const waiting = action.ops.flatMap(({ op, table, id, data }) => {
    if (op !== 'PUT') return [];
    if (table === 'post_images' && isFile(data?.['url'])) return [data?.['post_id']];
    return table === 'posts' && isFile(data?.['video_url']) ? [id] : [];
  });
  if (waiting.length === 0) return action;
  const ops = action.ops.map((op) =>
    op.op === 'PUT' && op.table === 'posts' && waiting.includes(op.id)
      ? { ...op, data: { ...op.data, status: 'pending_media' } }
      : op,
  );
  return { ...action, ops };
}

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
