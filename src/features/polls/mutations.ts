import { act, asMember, fail, inOrder, pairId, type WriteResult } from '#data/outbox/mutation.ts';

export type { WriteResult } from '#data/outbox/mutation.ts';

/** Votes in a poll. A vote never changes: a second one is refused here as by the server. `option`: its place in the list, from 0. */
export const votePoll = (pollId: string, option: number): Promise<WriteResult> =>
  inOrder(pollId, async () => {
    const member = await asMember();
    if (!member.ok) return member;
    const { replica, userId } = member;
    const poll = await replica.db.getOptional<{ post_id: string | null; question: string; options: string }>(
      `SELECT coalesce(polls.post_id, posts.id) AS post_id, question, options
       FROM polls LEFT JOIN posts ON posts.poll_id = polls.id WHERE polls.id = ?`,
      [pollId],
    );
    if (!poll) return fail('not_found');
    const choice = (JSON.parse(poll.options) as string[])[option];
    if (choice === undefined) return fail('no_such_option');
    const id = pairId('poll_vote', pollId, userId);
    if (await replica.db.getOptional('SELECT 1 FROM poll_votes WHERE id = ?', [id])) return fail('voted_already');
    const deed = {
      kind: 'poll_vote',
      entity_id: id,
      subject_id: poll.post_id ?? pollId,
      text: choice,
      about: poll.question,
    } as const;
    return act(member, deed, async (tx, metadata) => {
      await tx.execute(
        'INSERT INTO poll_votes (id, post_id, poll_id, user_id, option_index, _metadata) VALUES (?, ?, ?, ?, ?, ?)',
        [id, poll.post_id, pollId, userId, option, metadata],
      );
    });
  });
