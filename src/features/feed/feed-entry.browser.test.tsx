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

test.each(['ltr', 'rtl'])(
  'in 360 px, %s, no word beside the name is broken, and the @ is in front of it',
  async (dir) => {
    document.documentElement.dir = dir;
    onTestFinished(() => {
      document.documentElement.dir = '';
    });
    await page.viewport(360, 700);
    const own = {
      ...post,
      mine: true,
      visibility: 'friends',
      author: { ...post.author, username: 'sam_weller' },
    } as const;
    await render(<FeedEntry post={own} menu={<button type="button">More</button>} />);
    const name = page.getByText('@sam_weller').element();
    const lineOf = (words: string) => page.getByText(words, { exact: true }).element().getBoundingClientRect().height;
    for (const words of ['You', 'Friends']) expect(lineOf(words), words).toBeLessThan(30);
    const letters = document.createRange();
    const leftOf = (at: number) => {
      const text = document.createTreeWalker(name, NodeFilter.SHOW_TEXT).nextNode()!;
      letters.setStart(text, at);
      letters.setEnd(text, at + 1);
      return letters.getBoundingClientRect().left;
    };
    expect(leftOf(0)).toBeLessThan(name.getBoundingClientRect().left + 2);
    const menu = page.getByRole('button', { name: 'More' }).element().getBoundingClientRect();
    const line = name.getBoundingClientRect();
    expect((menu.top + menu.bottom) / 2).toBeCloseTo((line.top + line.bottom) / 2, -1);
  },
);
