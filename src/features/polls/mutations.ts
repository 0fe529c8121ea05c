import { Id } from '#contract/ids.ts';
import { z } from '#contract/zod.ts';
import { defineMutation, fail, pairId, type WriteResult } from '#data/outbox/mutation.ts';
import { insertRow } from '#data/outbox/write.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

interface PollRow {
  post_id: string | null;
  question: string;
  options: string;
}

const vote = defineMutation(
  z.object({ poll_id: Id, option: z.int() }),
  { serialize: ({ poll_id }) => poll_id },
  async ({ db, userId }, { poll_id, option }) => {
    const poll = await db.getOptional<PollRow>(
      `SELECT coalesce(polls.post_id, posts.id) AS post_id, question, options
       FROM polls LEFT JOIN posts ON posts.poll_id = polls.id WHERE polls.id = ?`,
      [poll_id],
    );
    if (!poll) return fail('not_found');
    const choice = (JSON.parse(poll.options) as string[])[option];
    if (choice === undefined) return fail('no_such_option');
    const id = pairId('poll_vote', poll_id, userId);
    if (await db.getOptional('SELECT 1 FROM poll_votes WHERE id = ?', [id])) return fail('voted_already');
    return {
      kind: 'poll_vote',
      entity_id: id,
      subject_id: poll.post_id ?? poll_id,
      text: choice,
      about: poll.question,
      write: (tx, _metadata) => {
        const row = { id, post_id: poll.post_id, poll_id, user_id: userId, option_index: option };
        return insertRow(tx, 'poll_votes', { ...row, _metadata });
      },
    };
  },
);

/** Votes in a poll. The server rejects a second vote too. `option` is the index in the list. */
export const votePoll = (poll_id: string, option: number): Promise<WriteResult> => vote({ poll_id, option });
