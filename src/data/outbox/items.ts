import { HIDDEN_KINDS } from '#contract/outbox.ts';
import { live } from '../replica/live.ts';
import type { StoredAction } from './action.ts';
import { ACTION_COLUMNS, decodeAction } from './action-store.ts';

/** The visible outbox, oldest first, in the order of sending. */
export const outboxRows = live<{ id: string }, StoredAction>({
  sql: `SELECT id, ${ACTION_COLUMNS} FROM outbox WHERE discard_at IS NULL
    AND kind NOT IN (${HIDDEN_KINDS.map((kind) => `'${kind}'`).join(', ')}) ORDER BY created_at, id`,
  decode: decodeAction,
});
