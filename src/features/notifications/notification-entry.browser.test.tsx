import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { NotificationEntry } from './notification-entry.tsx';
import type { Notification } from './queries.ts';

vi.mock('#features/friends/friend-action.tsx', () => ({ Answer: () => null }));
vi.mock('#features/friends/friend-actions.ts', () => ({ undoAccept: vi.fn() }));

const POST = '018f0000-0000-7000-8000-000000000003';
const newest: Notification = {
  id: 'n1',
  type: 'comment',
  data: { post_id: POST, text: 'Bay 4.' },
  isRead: false,
  created_at: '2026-11-21T10:00:00Z',
  commentId: 'c1',
  author: null,
  postTitle: 'Bay times',
  request: null,
  answerState: null,
};

test.each([
  [['marge_b'], '@marge_b commented on “Bay times”'],
  [['marge_b', 'kip'], '@marge_b and @kip commented on “Bay times”'],
  [['marge_b', 'kip', 'bo', 'dana'], '@marge_b and 3 others commented on “Bay times”'],
])('comments of %j are one entry with their names, and open the newest one', async (names, sentence) => {
  const authors = names.map((username) => ({ username, profile_image_url: null, rank: 0 }));
  const group = { key: POST, newest, ids: ['n1'], isRead: false, authors };
  await render(
    <ul>
      <NotificationEntry group={group} onSeen={() => {}} />
    </ul>,
  );
  const link = page.getByRole('link', { name: sentence });
  await expect.element(link).toHaveAttribute('href', `/posts/${POST}?commentId=c1`);
  await expect.element(page.getByText('“Bay 4.”')).toBeVisible();
});
