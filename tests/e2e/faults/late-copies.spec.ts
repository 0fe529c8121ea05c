import type { Page } from '@playwright/test';

import { type Exchange, uploads, uploadsOf } from '../support/faults.ts';
import { entry, writePost } from '../../support/member.ts';
import { expect, expectSyncContinues, test, unique } from '../support/stage.ts';
import { comment, openPost, writeComment } from '../support/comments.ts';

test.use({ ownMember: true });

/** Chooses an item in the menu of the open post. */
async function choose(page: Page, item: 'Edit' | 'Delete'): Promise<void> {
  await page.getByRole('button', { name: 'More actions for this post' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test(
  'late duplicates of uploads in the wrong order change nothing',
  { tag: '@variant' },
  async ({ page, network, backend, ally }) => {
    const title = unique('Drifting');
    const [edited, deleted] = [`${title} twice`, unique('Word')];
    const sent: Exchange[] = [];
    const arrives = async (words: string) => void sent.push(...(await network.until(uploadsOf(words))).slice(-1));
    /** Performs `act` and waits for its upload. */
    const next = async (act: () => Promise<void>) => {
      const before = network.seen(uploads).length;
      await act();
      sent.push(...(await network.until(uploads, before + 1)).slice(before));
    };

    await writePost(page, title);
    await arrives(title);
    for (const [before, after] of [
      [title, `${title} once`],
      [`${title} once`, edited],
    ] as const) {
      await openPost(page, before);
      await choose(page, 'Edit');
      await page.getByRole('textbox', { name: 'Title' }).fill(after);
      await page.getByRole('button', { name: 'Update Post' }).click();
      await expect(entry(page, after)).toBeVisible();
      await arrives(after);
    }
    await openPost(page, edited);
    const up = page.getByRole('article').getByRole('button', { name: 'Vote up' });
    await next(() => up.click());
    await next(() => up.click());
    await writeComment(page, deleted);
    await arrives(deleted);
    await next(async () => {
      await comment(page, deleted).getByRole('button', { name: /^More/ }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    });
    const state = () =>
      backend.query(
        `select p.title, p.status, s.score, s.comment_count as comments,
         (select count(*)::int from public.comments c where c.post_id = p.id and c.text = $2) as words,
         (select count(*)::int from public.post_votes v where v.post_id = p.id) as votes
       from public.posts p join public.post_stats s on s.id = p.id where p.title like $1`,
        [`${title}%`, deleted],
      );
    const settled = [{ title: edited, status: 'live', score: 0, comments: 0, words: 0, votes: 0 }];
    await expect.poll(state).toEqual(settled);

    for (const old of sent.toReversed()) {
      const { results } = JSON.parse((await network.replay(old)).body.toString()) as { results: { status: string }[] };
      expect(results.map(({ status }) => status)).toEqual(results.map(() => 'duplicate'));
    }
    expect(await state()).toEqual(settled);
    await expectSyncContinues(page, ally);
    await expect(entry(page, edited)).toHaveCount(1);
    await expect(entry(page, title)).toHaveCount(0);

    // Once the post is deleted, no earlier upload may restore it.
    await openPost(page, edited);
    await choose(page, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    const live = () =>
      backend.query(`select id from public.posts where title like $1 and status <> 'removed'`, [`${title}%`]);
    await expect.poll(live).toEqual([]);
    for (const old of sent) await network.replay(old);
    expect(await live()).toEqual([]);
    await expectSyncContinues(page, ally);
    await expect(entry(page, edited)).toHaveCount(0);
  },
);
