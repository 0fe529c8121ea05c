import { v7 } from 'uuid';
import { Id } from '#contract/ids.ts';
import { SendMessage } from '#contract/messages.ts';
import { removeDraft } from '#data/drafts/drafts.ts';
import { aboutMember, act, asMember, fail, inOrder, parseInput, type WriteResult } from '#data/outbox/mutation.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

/** Writes a message; it stands in the thread when this resolves. Blank text is refused with 'message_blank' and can be ignored. */
export async function sendMessage(
  input: SendMessage & { /** Names the action; goes with success. */ draftId?: string },
): Promise<WriteResult> {
  const parsed = parseInput(SendMessage, input);
  if (!parsed.ok) return parsed;
  const member = await asMember();
  if (!member.ok) return member;
  const { userId, username } = member;
  const { recipient_id, content } = parsed.data;
  if (recipient_id === userId) return fail('not_yourself');
  if (username === null || username === '') return fail('username_missing');
  const { draftId } = input;
  const id = v7();
  const deed = {
    kind: 'message',
    entity_id: id,
    subject_id: recipient_id,
    text: content,
    about: await aboutMember(member, recipient_id),
    ...(draftId && Id.safeParse(draftId).success && { action_id: draftId }),
  } as const;
  const result = await act(member, deed, async (tx, metadata, now) => {
    await tx.execute(
      `INSERT INTO private_messages (id, sender_id, recipient_id, content, read, created_at, _metadata)
       VALUES (?, ?, ?, ?, 0, ?, ?)`,
      [id, userId, recipient_id, content, now, metadata],
    );
  });
  if (result.ok && draftId) await removeDraft(userId, draftId);
  return result;
}

/** The server takes at most 200 operations in one call. */
const READ_AT_ONCE = 100;

/** Marks what the other member of a thread wrote as read. Writes nothing when nothing is unread. */
export const markThreadRead = (otherId: string): Promise<WriteResult> =>
  inOrder(`read ${otherId}`, async () => {
    const member = await asMember();
    if (!member.ok) return member;
    const { replica, userId } = member;
    const unread = await replica.db.getAll<{ id: string }>(
      'SELECT id FROM private_messages WHERE sender_id = ? AND recipient_id = ? AND read = 0',
      [otherId, userId],
    );
    for (let from = 0; from < unread.length; from += READ_AT_ONCE) {
      const ids = unread.slice(from, from + READ_AT_ONCE);
      const deed = { kind: 'read', entity_id: otherId, subject_id: otherId } as const;
      const result = await act(member, deed, async (tx, metadata) => {
        for (const { id } of ids) {
          await tx.execute('UPDATE private_messages SET read = 1, _metadata = ? WHERE id = ?', [metadata, id]);
        }
      });
      if (!result.ok) return result;
    }
    return { ok: true, id: otherId };
  });
