import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { GUEST } from '#data/session/session.ts';
import { render } from '#ui/testing/render.tsx';
import { EditForm } from './edit-form.tsx';

vi.mock('./edit-queries.ts', () => ({ useStoredPictures: () => [], useReaders: () => null }));

const ROW: FeedRow = {
  id: 'p',
  user_id: 'a',
  title: 'Saturday',
  description: null,
  visibility: 'public',
  created_at: '2026-11-21T10:00:00Z',
  sticky: 0,
  author: null,
  score: 0,
  vote: null,
  comment_count: 0,
  comments_locked: 0,
  poll_id: 'q',
  poll: null,
  images: null,
  gif_url: null,
  video_url: null,
  pending: 0,
  state: null,
  last_error: null,
  held_at: null,
  is_new: 0,
};
const NOT_LOADED = 'Its poll stays. You can change it when it has loaded, until somebody votes.';

test('a poll that is not on the device is named, until it has loaded', async () => {
  const open = (poll: string | null) =>
    render(
      <EditForm
        post={toFeedPost({ ...ROW, poll }, GUEST)}
        draft={{ id: 'd', owner: 'a', text: { title: 'Saturday' }, files: [], changed_at: 0 }}
        offline={false}
        change={() => {}}
        changeFiles={() => {}}
        onUpdated={() => {}}
      />,
    );
  const host = await open(null);
  await expect.element(page.getByText(NOT_LOADED)).toBeVisible();
  host.remove();
  await open('["Which stage?",["Smoke","Five"],[0,0],null]');
  await expect.element(page.getByLabelText('Poll question')).toHaveValue('Which stage?');
  expect(page.getByText(NOT_LOADED).query()).toBeNull();
});
