import type { CrudAction } from '#contract/crud.ts';
import { kindOfOp } from '#contract/actions.ts';
import { toLocalOps } from '#contract/sync/client-tables.ts';
import { type Action, toLabel } from './action.ts';

const TEXT_COLUMNS = ['title', 'description', 'text', 'content', 'details', 'question'];

/** The action from what was sent alone, if it has no outbox row or another device wrote it. */
export function describe({ action_id, created_at, ops: sent, kind, label, input }: CrudAction): Action {
  const ops = toLocalOps(sent);
  // A post follows its poll.
  const first = ops.find((op) => kindOfOp(op) !== undefined) ?? ops[0];
  const text = TEXT_COLUMNS.map((name) => first?.data?.[name]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  const recipient = typeof first?.data?.['recipient_id'] === 'string' ? first.data['recipient_id'] : null;
  return {
    action_id,
    created_at,
    ops,
    kind: kind ?? (first && kindOfOp(first)) ?? first?.table ?? 'unknown',
    entity_id: first?.id ?? '',
    // A refused message is shown in its thread, on the other device too.
    subject_id: recipient,
    label: label ?? (typeof text === 'string' ? toLabel(text) : ''),
    about: null,
    bytes: JSON.stringify(ops).length,
    input: input && Object.keys(input).length > 0 ? input : null,
  };
}
