import type { Page } from '@playwright/test';

import { shiftsOf, watchShifts } from './support/shifts.ts';
import { expect, test } from './support/stage.ts';
import { visit } from '../support/visit.ts';

const comment = (page: Page, text: string) => page.locator('[id^="comment-"]').filter({ hasText: text });

/**
 * Records where the element is in each frame in which it is highlighted, in px from the top of the window. Runs in the
 * page.
 */
function watchPlace(): void {
  const places: number[] = [];
  Object.assign(globalThis, { places });
  const look = () => {
    const entry = document.querySelector('[id^="comment-"][data-margin="linked"]');
    if (entry) places.push(Math.round(entry.getBoundingClientRect().top));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

test('a link opens the fold of its reply, and replies that arrive wait behind a pill', async ({
  page: writer,
  newDevice,
  backend,
}) => {
  // Two browsers.
  test.slow();
  const reader = await (await newDevice()).page();
  // 90 comments, and 12 replies to the fifth.
  const [post] = await backend.query<{ id: string }>(
    `insert into posts (user_id, title) select id, 'Long talk' from profiles where username = 'old_kip' returning id`,
  );
  const write = (text: string, count: number, parent: string | null, minutesAgo: number) =>
    backend.query<{ id: string; text: string }>(
      `insert into comments (post_id, parent_id, user_id, text, created_at)
       select p.id, $2, p.user_id, $3 || n || '.', now() - ($4::int - n) * interval '1 minute' from posts p, generate_series(1, $5::int) n
       where p.id = $1 returning id, text`,
      [post?.id, parent, text, minutesAgo, count],
    );
  const fifth = (await write('Comment ', 90, null, 200)).find(({ text }) => text === 'Comment 5.');
  const tenth = (await write('Reply ', 12, fifth?.id ?? null, 30)).find(({ text }) => text === 'Reply 10.');

  await visit(writer, `/posts/${post?.id}`);
  const fold = writer.getByRole('button', { name: 'Show 9 replies to @old_kip' });
  await fold.scrollIntoViewIfNeeded();
  await expect(comment(writer, 'Reply 4.')).toHaveCount(0);

  await reader.addInitScript(watchShifts);
  await reader.addInitScript(watchPlace);
  await reader.goto(`/posts/${post?.id}?commentId=${tenth?.id}`);
  await expect(comment(reader, 'Reply 10.')).toHaveAttribute('data-margin', 'linked');
  await expect(comment(reader, 'Reply 10.')).toBeInViewport();
  await expect(comment(reader, 'Reply 10.')).toBeFocused();
  await expect(reader.getByRole('button', { name: 'Hide replies to @old_kip' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  // It arrives at its place at once: nothing moves it while it is highlighted, and nothing on screen jumps on the way
  // there.
  await expect(comment(reader, 'Reply 10.')).not.toHaveAttribute('data-margin', 'linked');
  const places = await reader.evaluate(() => (globalThis as unknown as { places: number[] }).places);
  expect(places.length).toBeGreaterThan(10);
  expect([...new Set(places)]).toHaveLength(1);
  expect((await shiftsOf(reader)).filter(({ isInMain }) => isInMain)).toEqual([]);
  // Only what is near the screen is rendered.
  expect(await reader.locator('[id^="comment-"]').count()).toBeLessThan(60);

  await comment(writer, 'Comment 5.')
    .getByRole('button', { name: /^Reply/ })
    .click();
  await writer.getByLabel('Comment on this post').fill('Reply from afar');
  await writer.getByRole('button', { name: 'Send comment' }).click();
  // Own ones are shown at once, where they are.
  await expect(comment(writer, 'Reply from afar')).toBeInViewport();
  const pill = reader.getByRole('button', { name: '1 new reply' });
  await expect(pill).toBeInViewport();
  await expect(comment(reader, 'Reply from afar')).toHaveCount(0);
  await expect(comment(reader, 'Reply 10.')).toBeInViewport();
  await pill.click();
  await expect(comment(reader, 'Reply from afar')).toHaveAttribute('data-margin', 'linked');
  await expect(comment(reader, 'Reply from afar')).toBeInViewport();
  await expect(pill).toBeHidden();
});
