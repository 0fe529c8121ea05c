import '#ui/testing/house-styles.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { toFeedPost } from '#contract/feed-post.ts';
import { feedRowOf } from '#contract/testing/feed-row-of.ts';
import { render } from '#ui/testing/render.tsx';
import { wearGloves } from '#ui/testing/wear-gloves.ts';
import { FeedEntry } from './feed-entry.tsx';

const post = toFeedPost(
  feedRowOf({
    ...{ id: 'p1', user_id: 'u1', title: 'Lane four is dry', description: 'Bring a coat.' },
    ...{ created_at: '2026-11-21T10:00:00Z', author: { username: 'old_kip' } },
  }),
  { kind: 'guest' },
);

test('with text of 200 % the name of the author stays one line, and the date wraps', async () => {
  await page.viewport(1280, 800);
  document.documentElement.style.fontSize = '32px';
  onTestFinished(() => document.documentElement.removeAttribute('style'));
  await render(
    <div style={{ width: 590 }}>
      <FeedEntry post={post} menu={false} end={false} />
    </div>,
  );
  const lineHeight = 44;
  const name = page.getByText('@old_kip').element();
  expect(name.getBoundingClientRect().height).toBeLessThan(1.5 * lineHeight);
  expect(page.getByRole('article').element().scrollWidth).toBe(590);
});

test.each(['ltr', 'rtl'])('for gloves, %s, up and down are two thumbs apart in every window', async (dir) => {
  await wearGloves();
  document.documentElement.dir = dir;
  onTestFinished(() => {
    document.documentElement.dir = '';
  });
  await page.viewport(320, 700);
  await render(<FeedEntry post={post} />);
  for (const width of [320, 360, 768, 1280]) {
    await page.viewport(width, 700);
    const [up, down] = ['Vote up', 'Vote down'].map((name) =>
      page.getByRole('button', { name }).element().getBoundingClientRect(),
    );
    expect(Math.min(up!.width, up!.height, down!.width, down!.height)).toBeGreaterThanOrEqual(64);
    const [first, second] = up!.left < down!.left ? [up!, down!] : [down!, up!];
    expect(second.left - first.right, `${width} px`).toBeGreaterThanOrEqual(2 * 64);
    expect(document.documentElement.scrollWidth).toBe(width);
  }
});
