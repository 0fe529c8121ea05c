import type { Backend } from '../../tests/e2e/support/backend.ts';

/** Below 'Fog lifted at nine': who says what, and which of the earlier ones (from 0) it answers. */
const COMMENTS: readonly { by: string; text: string; answers?: number }[] = [
  { by: 'old_kip', text: 'Bay 4 is the only bay. Save me the bench on Saturday?' },
  { by: 'marge_b', text: 'It has your name on it. In chalk, so bring the scores to defend it.', answers: 0 },
  { by: 'old_kip', text: 'Ha.', answers: 1 },
  { by: 'pia_marsh', text: 'Is that the path by the pond? I always end up at the clay stands. #steelchallenge' },
  { by: 'dana-k', text: 'Left at the yellow barrel, @pia_marsh. Everyone misses it once.', answers: 3 },
  { by: 'sam_weller', text: 'What a morning. I heard you two counting from the car park.' },
];

const POLL = {
  by: 'tully.sporting',
  title: 'Settle this for us before Saturday',
  question: 'What do you always forget on a wet day?',
  options: ['Dry socks', 'Spare ear pro', 'The thermos', 'To go home'],
  votes: ['old_kip', 'marge_b', 'pia_marsh', 'dana-k', 'jojo.clays', 'mr_tibbets'],
};

const POST = `(select id from public.posts where title = $1)`;
const MEMBER = `(select id from public.profiles where username = $2)`;

/** A conversation and a poll for the example posts, as members would have left them. */
export async function talk(backend: Backend): Promise<void> {
  const ids: string[] = [];
  for (const { by, text, answers } of COMMENTS) {
    const rows = await backend.query<{ id: string }>(
      `insert into public.comments (post_id, user_id, text, parent_id) values (${POST}, ${MEMBER}, $3, $4) returning id`,
      ['Fog lifted at nine and we had the line to ourselves', by, text, answers === undefined ? null : ids[answers]],
    );
    ids.push(rows[0]?.id ?? '');
  }
  // A poll is bound to its post as the post is made.
  const polls = await backend.query<{ id: string }>(
    `insert into public.polls (question, options, created_by)
     select $1, $2, id from public.profiles where username = $3 returning id`,
    [POLL.question, JSON.stringify(POLL.options), POLL.by],
  );
  const id = polls[0]?.id;
  await backend.query(
    `insert into public.posts (user_id, title, poll_id, created_at)
     select created_by, $1, id, now() - interval '20 minutes' from public.polls where id = $2`,
    [POLL.title, id],
  );
  for (const [index, name] of POLL.votes.entries()) {
    await backend.query(`insert into public.poll_votes (poll_id, user_id, option_index) values ($1, ${MEMBER}, $3)`, [
      id,
      name,
      (index * index) % POLL.options.length,
    ]);
  }
}
