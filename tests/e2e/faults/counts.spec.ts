import { randomUUID } from 'node:crypto';
// oxlint-disable-next-line rangeday/no-sleep -- a slow network is what is tested; nothing waits for these delays to end
import { setTimeout as sleep } from 'node:timers/promises';

import type { Backend } from '../../support/backend.ts';
import { entry, expectArrival } from '../../support/member.ts';
import { openSynced } from '../../support/signed-in.ts';
import { streams, uploads, type Fault } from '../support/faults.ts';
import { type Counter, readScores, sampleFrames, type Tap, tapAt } from '../support/frames.ts';
import { expect, open, test } from '../support/stage.ts';
import { writeComment } from '../support/comments.ts';

/** More of the same only with --all. */
const IS_WHOLE = process.env.TEST_ALL === '1';
const POSTS = IS_WHOLE ? 20 : 12;
const COMMENTS = 10;
/** The last posts have one each. */
const POLLS = 4;
const VOTES = IS_WHOLE ? 150 : 60;
const LIKES = IS_WHOLE ? 50 : 20;
/** Of the post on its own page. */
const VOTES_ON_OPEN = 10;
const WORDS = ['First words', 'Second words', 'Third words'];
const VOTE = ['Vote up', 'Vote down'];
const TAPPING_MS = 2500;
/**
 * What arrives late: a request, its answer (after the checkpoint with its change), a line of a checkpoint. Every so
 * many of each, 1 to 3 s.
 */
const LATE = { request: 3, answer: 2, checkpoint: 4 };

/** The same taps and delays in each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Posts of another member; the first one has comments. Returns the posts' ids and two more members, who vote. */
async function prepare(backend: Backend): Promise<{ posts: string[]; voters: string[] }> {
  // Of the seed: members of other tests may be muted or about to be deleted.
  const members = await backend.query<{ id: string }>(
    `select id from profiles where username in ('marge_b', 'pia_marsh', 'wren_holloway') order by username`,
  );
  const [author = '', ...voters] = members.map(({ id }) => id);
  const posts = Array.from({ length: POSTS }, () => randomUUID());
  // The poll of a post has the post's id.
  const withPoll = posts.slice(-POLLS);
  await backend.query(
    `insert into polls (id, question, options, created_by, visibility) select id, 'Counted?', '["Yes", "No"]', $2, 'public' from unnest($1::uuid[]) id`,
    [withPoll, author],
  );
  await backend.query(
    `insert into posts (id, user_id, title, visibility, poll_id)
     select id, $2, 'Counted ' || left(id::text, 8), 'public', case when id = any($3) then id end from unnest($1::uuid[]) id`,
    [posts, author, withPoll],
  );
  await backend.query(
    `insert into comments (post_id, user_id, text) select $1, $2, 'Counted comment ' || n from generate_series(1, $3::integer) n`,
    [posts[0], author, COMMENTS],
  );
  return { posts, voters };
}

test('no count is wrong in any frame, at any delay and order of answers and checkpoints', async ({
  phone,
  backend,
  network,
}) => {
  test.slow();
  const random = createRandom(20_261_122);
  const { posts, voters } = await prepare(backend);
  const [first = ''] = posts;
  const contested = posts.slice(-2);
  let isSlow = false;
  const passed = { request: 0, answer: 0, checkpoint: 0 };
  const late = (what: keyof typeof LATE) => {
    if (!isSlow) return sleep(0);
    passed[what] += 1;
    return sleep(passed[what] % LATE[what] === 1 ? 1000 + random() * 2000 : random() ** 3 * 1000);
  };
  const lateUpload: Fault = async (wire) => {
    await late('request');
    const sendResponse = await wire.deliver();
    await late('answer');
    sendResponse();
  };
  network.when(uploads, lateUpload);
  network.when(streams, (wire) => wire.pass({ gate: () => late('checkpoint') }));

  const feed = await phone.page();
  // The list renders only what is on screen.
  await feed.setViewportSize({ width: 400, height: POSTS * 300 });
  await openSynced(feed);
  const name = `Counted ${first.slice(0, 8)}`;
  await expectArrival(feed, name);
  const title = entry(feed, name);
  const thread = await phone.page();
  await thread.goto(`/posts/${first}`);
  await expect(thread.getByRole('button', { name: /^Like the comment/ })).toHaveCount(COMMENTS);

  const wrong = new Set<string>();
  for (const page of [feed, thread]) await page.exposeFunction('reportWrong', (found: string) => void wrong.add(found));
  const scores = posts.map((of): Counter => ({
    kind: 'score',
    of,
    from: 0,
    to: contested.includes(of) ? voters.length : 0,
  }));
  for (const of of posts.slice(-POLLS))
    scores.push({ kind: 'poll', of, from: 0, to: contested.includes(of) ? voters.length : 0 });
  // Also from the first frame after a reload.
  await feed.addInitScript(sampleFrames, scores);
  await feed.evaluate(sampleFrames, scores);
  const others: Counter[] = [
    { kind: 'score', of: first, from: 0, to: 0 },
    { kind: 'likes', of: 'every comment', from: 0, to: 0 },
    { kind: 'comments', of: first, from: COMMENTS, to: COMMENTS + WORDS.length },
  ];
  await thread.evaluate(sampleFrames, others);

  isSlow = true;
  const tap = (count: number, labels: readonly string[], targets: number) => ({
    text: 'Counted',
    taps: Array.from({ length: count }, (): Tap => {
      const label = labels[Math.floor(random() * labels.length)] ?? '';
      return { label, target: Math.floor(random() * targets), at: random() * TAPPING_MS };
    }),
  });
  const voteInFeed = async () => {
    const [votes, polls] = [tap(VOTES / 2, VOTE, POSTS), tap(POLLS / 2, ['Vote: Yes'], 1)];
    await feed.evaluate(tapAt, { text: 'Counted', taps: [...votes.taps, ...polls.taps] });
  };
  const voteWithReload = async () => {
    await voteInFeed();
    await feed.reload();
    await expect(title).toBeVisible();
    await voteInFeed();
  };
  const likeAndComment = async () => {
    const [likes, votes] = [tap(LIKES, ['Like the comment'], COMMENTS), tap(VOTES_ON_OPEN, VOTE, 1)];
    await thread.evaluate(tapAt, { text: 'Counted', taps: [...likes.taps, ...votes.taps] });
    for (const text of WORDS) await writeComment(thread, text);
  };
  const othersVote = async () => {
    for (const voter of voters)
      await backend.query(
        'insert into post_votes (post_id, user_id, value) select id, $2, 1 from unnest($1::uuid[]) id',
        [contested, voter],
      );
    for (const [option, voter] of voters.entries())
      await backend.query(
        'insert into poll_votes (poll_id, user_id, option_index) select id, $2, $3 from unnest($1::uuid[]) id',
        [contested, voter, option],
      );
  };
  await Promise.all([voteWithReload(), likeAndComment(), othersVote()]);

  // A busy machine sends nothing before the taps are over. The first of each is late, and so is the first checkpoint
  // after it.
  for (const what of ['request', 'answer', 'checkpoint'] as const)
    await expect.poll(() => passed[what], { message: `a late ${what}`, timeout: 60_000 }).toBeGreaterThan(0);
  isSlow = false;
  await open(thread, 'Outbox');
  // The last answers may be late twice, and the queue is sent in parts.
  await expect(thread.getByText('Nothing waiting.')).toBeVisible({ timeout: 40_000 });
  const stored = async () => {
    const rows = await backend.query<{ id: string; score: number }>(
      'select id, score from post_stats where id = any($1)',
      [posts],
    );
    return Object.fromEntries(rows.map(({ id, score }) => [id, score]));
  };
  // The last acts are published after the pause of the counts.
  const waiting = () => backend.query('select 1 from private.waiting_counts where id = any($1)', [posts]);
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([]);
  await expect.poll(() => feed.evaluate(readScores, posts)).toEqual(await stored());
  expect([...wrong]).toEqual([]);
  for (const page of [feed, thread]) expect(await page.evaluate(() => window.samples)).toBeGreaterThan(20);
});
