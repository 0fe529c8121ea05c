import type { CrudAction } from '#contract/crud.ts';
import type { OutboxKind } from '#contract/outbox.ts';
import { toLocalOps } from '#contract/sync/client-tables.ts';
import { type Action, toLabel } from './action.ts';

const KINDS: Readonly<Record<string, OutboxKind>> = {
  'PUT posts': 'post',
  'PATCH posts': 'edit_post',
  'DELETE posts': 'delete_post',
  'PUT comments': 'comment',
  'PATCH comments': 'edit_comment',
  'DELETE comments': 'delete_comment',
  'PUT private_messages': 'message',
  'PATCH private_messages': 'read',
  'PUT post_votes': 'vote',
  'PATCH post_votes': 'vote',
  'DELETE post_votes': 'vote',
  'PUT comment_likes': 'like',
  'DELETE comment_likes': 'like',
  'PUT poll_votes': 'poll_vote',
  'PUT saved_posts': 'save',
  'DELETE saved_posts': 'save',
  'PUT friends': 'friend_request',
  'PATCH friends': 'friend_accept',
  'DELETE friends': 'unfriend',
  'PUT blocks': 'block',
  'DELETE blocks': 'unblock',
  'PUT mutes': 'mute',
  'DELETE mutes': 'unmute',
  'PATCH my_profile': 'profile',
  'PUT notification_settings': 'notification_settings',
  'PATCH notification_settings': 'notification_settings',
  'PUT reports': 'report',
  'PATCH reports': 'close_reports',
  'PUT post_removals': 'delete_post',
  'PATCH notifications': 'read',
  'DELETE notifications': 'read',
  // Bookkeeping, never shown.
  'DELETE write_rejections': 'read',
};

const TEXT_COLUMNS = ['title', 'description', 'text', 'content', 'details', 'question'];

/** The action from the server's data alone, if it has no outbox row or another device wrote it. */
export function describe({ action_id, created_at, ops: sent }: CrudAction): Action {
  const ops = toLocalOps(sent);
  // A post follows its poll.
  const first = ops.find((op) => `${op.op} ${op.table}` in KINDS) ?? ops[0];
  const text = TEXT_COLUMNS.map((name) => first?.data?.[name]).find(
    (value) => typeof value === 'string' && value !== '',
  );
  const recipient = typeof first?.data?.['recipient_id'] === 'string' ? first.data['recipient_id'] : null;
  return {
    action_id,
    created_at,
    ops,
    kind: KINDS[`${first?.op} ${first?.table}`] ?? first?.table ?? 'unknown',
    entity_id: first?.id ?? '',
    // A refused message is shown in its thread, on the other device too.
    subject_id: recipient,
    label: typeof text === 'string' ? toLabel(text) : '',
    about: null,
    bytes: JSON.stringify(ops).length,
  };
}
