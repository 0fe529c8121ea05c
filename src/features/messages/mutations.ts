import { v7 } from 'uuid';
import { MOST_AT_ONCE } from '#contract/action-limits.ts';
import { Id } from '#contract/ids.ts';
import { SendMessage } from '#contract/messages.ts';
import { z } from '#contract/zod.ts';
import { defineMutation, fail, type MutationOptions, type WriteResult } from '#data/outbox/mutation.ts';
import { aboutMember } from '#data/outbox/subjects.ts';
import { insertRow, updateRow } from '#data/outbox/write.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

const NewMessage = z.extend(SendMessage, { id: z.optional(Id), mayHaveArrived: z.optional(z.boolean()) });

const send = defineMutation(
  NewMessage,
  { needsUsername: 'username_missing' },
  async (member, { recipient_id, content, id = v7(), mayHaveArrived = false }) => {
    if (recipient_id === member.userId) return fail('not_yourself');
    return {
      kind: 'message',
      mayHaveArrived,
      entity_id: id,
      subject_id: recipient_id,
      text: content,
      about: await aboutMember(member, recipient_id),
      write: (tx, _metadata, created_at) => {
        const row = { id, sender_id: member.userId, recipient_id, content, read: 0, created_at };
        return insertRow(tx, 'private_messages', { ...row, _metadata });
      },
    };
  },
);

export interface SendOptions extends MutationOptions {
  /** Of a message that was written elsewhere. */
  id?: string;
  /** It was sent under this id, and no answer came. */
  mayHaveArrived?: boolean;
}

/** Creates a message, which is in the thread when this resolves. Blank text fails with 'message_blank'. */
export const sendMessage = ({ draftId, account, ...input }: SendMessage & SendOptions): Promise<WriteResult> =>
  send(input, { draftId, account });

/** Marks the other member's messages in a thread as read. Writes nothing if nothing is unread. */
export const markThreadRead = defineMutation(Id, { serialize: (other) => `read ${other}` }, async (member, other) => {
  const unread = await member.db.getAll<{ id: string }>(
    'SELECT id FROM private_messages WHERE sender_id = ? AND recipient_id = ? AND read = 0',
    [other, member.userId],
  );
  if (unread.length === 0) return { ok: true, id: other };
  return Array.from({ length: Math.ceil(unread.length / MOST_AT_ONCE) }, (_, index) => ({
    kind: 'read' as const,
    entity_id: other,
    subject_id: other,
    write: async (tx, _metadata) => {
      for (const { id } of unread.slice(index * MOST_AT_ONCE, (index + 1) * MOST_AT_ONCE))
        await updateRow(tx, 'private_messages', id, { read: 1, _metadata });
    },
  }));
});
