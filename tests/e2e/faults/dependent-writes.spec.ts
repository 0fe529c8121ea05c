import type { Backend } from '../../support/backend.ts';
import { loseAnswer, uploads } from '../support/faults.ts';
import { expectArrival, UNSENT, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, open, test, unique } from '../support/stage.ts';
import { comment, openPost, writeComment } from '../support/comments.ts';

/** The server's counts of a post: comments, score and poll votes. */
async function countsOf(backend: Backend, title: string): Promise<unknown> {
  const [row] = await backend.query(
    `select s.comment_count as comments, s.score,
       (select count(*)::int from public.comments c where c.post_id = p.id) as comment_rows,
       (select count(*)::int from public.post_votes v where v.post_id = p.id) as vote_rows,
       (select count(*)::int from public.poll_votes v where v.poll_id = p.poll_id) as poll_rows,
       (select coalesce(l.total, 0)::int from public.poll_stats l where l.id = p.poll_id) as poll_total
     from public.posts p join public.post_stats s on s.id = p.id where p.title = $1`,
    [title],
  );
  return row;
}

test('a vote, a poll vote and a comment on an unsent post count once each although responses are lost', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const [title, asked] = [unique('Family'), unique('Asked')];
  await backend.query(
    `with made as (insert into public.polls (question, options, created_by)
       select 'Which day?', '["Saturday","Sunday"]', id from public.profiles where username = 'old_kip' returning *)
     insert into public.posts (user_id, title, visibility, poll_id) select created_by, $1, 'public', id from made`,
    [asked],
  );
  await expectArrival(page, asked);
  await openPost(page, asked);
  const poll = page.getByRole('group', { name: 'Poll' });
  const sunday = poll.getByRole('button', { name: 'Vote: Sunday' });
  await expect(sunday).toBeVisible();

  await network.down();
  await sunday.click();
  await expect(poll.getByText('Your vote')).toBeVisible();
  await page.getByRole('article').getByRole('button', { name: 'Vote up' }).click();
  await expect(page.getByRole('article').getByText('1 point', { exact: true })).toBeAttached();
  await open(page, 'Feed');
  await writePost(page, title);
  await openPost(page, title);
  await writeComment(page, 'First to say so');

  network.when(uploads, loseAnswer, { times: 2 });
  await network.up();
  await network.until(uploads, 3);
  await expect(comment(page, 'First to say so').getByText(UNSENT)).toBeHidden();
  const family = { comments: 1, comment_rows: 1 };
  const marks = { score: 1, vote_rows: 1, poll_rows: 1, poll_total: 1 };
  await expect.poll(() => countsOf(backend, title)).toMatchObject(family);
  await expect.poll(() => countsOf(backend, asked)).toMatchObject(marks);
  await expectDelivered(page, backend, [title]);
  await expectSyncContinues(page, ally);
  expect(await countsOf(backend, title)).toMatchObject(family);
  expect(await countsOf(backend, asked)).toMatchObject(marks);
});
