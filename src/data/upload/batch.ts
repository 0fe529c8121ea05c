import type { CrudBatch, CrudAction } from '#contract/crud.ts';
import { BATCH_LIMITS, CRUD_VERSION } from '#contract/crud-versions.ts';
import { pathOf } from '#contract/media.ts';

const encoder = new TextEncoder();

/** Bytes of an action's JSON in UTF-8, the unit of BATCH_LIMITS. */
export const sizeOf = (action: CrudAction): number => encoder.encode(JSON.stringify(action)).length;

/** The action with what its form had, which only the outbox has. */
export const withInput = (
  action: CrudAction,
  stored: { input?: Readonly<Record<string, unknown>> | null } | null,
): CrudAction => (stored?.input ? { ...action, input: stored.input } : action);

export interface BatchBuilder {
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
