import '#ui/testing/house-styles.ts';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { toFeedPost } from '#contract/feed-post.ts';
import { render } from '#ui/testing/render.tsx';
import { FeedEntry } from './feed-entry.tsx';

const post = toFeedPost(
  {
    ...{ id: 'p1', user_id: 'u1', title: 'Lane four is dry', description: 'Bring a coat.' },
    ...{ visibility: 'public', created_at: '2026-11-21T10:00:00Z', sticky: 0, score: 0, vote: 0, comment_count: 0 },
    ...{
      author: '{"username":"old_kip","profile_image_url":null,"rank":0}',
      comments_locked: 0,
      poll_id: null,
      poll: null,
    },
    ...{ images: null, gif_url: null, video_url: null, pending: 0, state: null, last_error: null, held_at: null },
    is_new: 0,
  },
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
