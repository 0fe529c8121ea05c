import type { CrudOp } from '#contract/crud.ts';
import type { OutboxKind } from '#contract/outbox.ts';

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
  'PUT friends': 'friend_request',
  'PATCH friends': 'friend_accept',
  'DELETE friends': 'unfriend',
  'PUT blocks': 'block',
  'DELETE blocks': 'unblock',
  'PUT mutes': 'mute',
  'DELETE mutes': 'unmute',
  'PATCH my_profile': 'profile',
  'PATCH profiles': 'profile',
  'PUT reports': 'report',
  'PATCH notifications': 'read',
  'DELETE notifications': 'read',
  // Forgetting a refusal: nobody waits for it.
  'DELETE write_rejections': 'read',
};

const WORDS = ['title', 'description', 'text', 'content', 'details', 'question'];
const LABEL_LENGTH = 80;

/** What an outbox row says of an action that was queued without one, or that another device wrote. */
export function describe(ops: readonly CrudOp[]): { kind: string; entity_id: string; label: string } {
  const first = ops[0];
  const said = WORDS.map((name) => first?.data?.[name]).find((value) => typeof value === 'string' && value !== '');
  return {
    kind: KINDS[`${first?.op} ${first?.table}`] ?? first?.table ?? 'unknown',
    entity_id: first?.id ?? '',
    label: typeof said === 'string' ? said.slice(0, LABEL_LENGTH) : '',
  };
}
