import { z } from '#contract/zod.ts';
import {
  act,
  asMember,
  deleteRow,
  fail,
  inOrder,
  pairId,
  parseInput,
  standingPost,
  type WriteResult,
} from '#data/outbox/mutation.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

const Value = z.union([z.literal(1), z.literal(-1)]);
const WORDS = { '1': 'up', '-1': 'down', '0': 'none' } as const;

/** Votes on a post: the same value again takes the vote back, the other one replaces it. */
export const votePost = (postId: string, value: 1 | -1): Promise<WriteResult> =>
  inOrder(postId, async () => {
    const parsed = parseInput(Value, value);
    if (!parsed.ok) return parsed;
    const member = await asMember();
    if (!member.ok) return member;
    const { replica, userId } = member;
    const post = await standingPost(member, postId);
    if (!post) return fail('not_found');
    const id = pairId('post_vote', postId, userId);
    const CURRENT = 'SELECT value FROM post_votes WHERE id = ?';
    const seen = await replica.db.getOptional<{ value: number }>(CURRENT, [id]);
    // Decided on what the member saw; taking a waiting vote out of the queue may bring an older one back meanwhile.
    const wanted = seen?.value === value ? 0 : value;
    const deed = {
      kind: 'vote',
      entity_id: id,
      subject_id: postId,
      text: WORDS[wanted],
      about: post.about,
      replaces: true,
    } as const;
    return act(member, deed, async (tx, metadata) => {
      const now = await tx.getOptional<{ value: number }>(CURRENT, [id]);
      if ((now?.value ?? 0) === wanted) return;
      if (wanted === 0) return deleteRow(tx, 'post_votes', id, metadata);
      if (now) {
        await tx.execute('UPDATE post_votes SET value = ?, _metadata = ? WHERE id = ?', [wanted, metadata, id]);
        return;
      }
      await tx.execute('INSERT INTO post_votes (id, post_id, user_id, value, _metadata) VALUES (?, ?, ?, ?, ?)', [
        id,
        postId,
        userId,
        wanted,
        metadata,
      ]);
    });
  });
