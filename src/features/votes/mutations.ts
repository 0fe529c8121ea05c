import { Id } from '#contract/ids.ts';
import { z } from '#contract/zod.ts';
import { defineMutation, deleteRow, fail, pairId, type WriteResult } from '#data/outbox/mutation.ts';
import { activePost } from '#data/outbox/subjects.ts';
import { insertRow, updateRow } from '#data/outbox/write.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

const Vote = z.object({ post_id: Id, value: z.union([z.literal(1), z.literal(-1)]) });
const CODES = { '1': 'up', '-1': 'down', '0': 'none' } as const;
const CURRENT = 'SELECT value FROM post_votes WHERE id = ?';

const vote = defineMutation(Vote, { serialize: ({ post_id }) => post_id }, async (member, { post_id, value }) => {
  const post = await activePost(member, post_id);
  if (!post) return fail('not_found');
  const id = pairId('post_vote', post_id, member.userId);
  const shown = await member.db.getOptional<{ value: number }>(CURRENT, [id]);
  // From the value on screen, because cancelling an unsent vote may restore an older one before `write`.
  const wanted = shown?.value === value ? 0 : value;
  return {
    kind: 'vote',
    entity_id: id,
    subject_id: post_id,
    text: CODES[wanted],
    about: post.about,
    replaces: true,
    write: async (tx, _metadata) => {
      const current = await tx.getOptional<{ value: number }>(CURRENT, [id]);
      if ((current?.value ?? 0) === wanted) return;
      if (wanted === 0) return deleteRow(tx, 'post_votes', id, _metadata);
      if (current) return updateRow(tx, 'post_votes', id, { value: wanted, _metadata });
      await insertRow(tx, 'post_votes', { id, post_id, user_id: member.userId, value: wanted, _metadata });
    },
  };
});

/** Votes on a post: the same value again removes the vote, the other value replaces it. */
export const votePost = (post_id: string, value: 1 | -1): Promise<WriteResult> => vote({ post_id, value });
