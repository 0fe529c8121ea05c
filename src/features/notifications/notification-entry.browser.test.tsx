import { authorOf } from '#contract/testing/author-of.ts';
import '#ui/testing/house-styles.ts';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { placeOf } from '#ui/testing/place-of.ts';
import { render } from '#ui/testing/render.tsx';
import { NotificationEntry } from './notification-entry.tsx';
import type { Notification } from './queries.ts';

vi.mock('#features/friends/friend-action.tsx', () => ({ Answer: () => null }));
vi.mock('#features/friends/friend-actions.ts', () => ({ undoAccept: vi.fn() }));

const POST = '018f0000-0000-7000-8000-000000000003';
const POST_LINK = `/posts/${POST}?commentId=c1`;
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
const onSeen = vi.fn();
const show = (change: Partial<Notification>, names: readonly string[]) => {
  const authors = names.map(authorOf);
  const entry = { ...newest, author: authors[0] ?? null, ...change };
  const group = { key: POST, newest: entry, ids: ['n1'], isRead: false, authors };
  return render(
    <ul>
      <NotificationEntry group={group} onSeen={onSeen} />
    </ul>,
  );
};

test.each([
  [['marge_b'], '@marge_b commented on “Bay times”'],
  [['marge_b', 'kip'], '@marge_b and @kip commented on “Bay times”'],
  [['marge_b', 'kip', 'bo', 'dana'], '@marge_b and 3 others commented on “Bay times”'],
])('comments of %j are one entry with their names, and open the newest one', async (names, sentence) => {
  await show({}, names);
  await expect.element(page.getByRole('link', { name: sentence })).toHaveAttribute('href', POST_LINK);
  await expect.element(page.getByText('“Bay 4.”')).toBeVisible();
});

test('a title and a text from right to left keep their own marks', async () => {
  const host = await render(
    <NotificationEntry
      group={{
        ...{ key: POST, ids: ['n1'], isRead: false, authors: [authorOf('marge_b')] },
        newest: { ...newest, postTitle: 'מטווח?', data: { post_id: POST, text: 'שלום!' } },
      }}
      onSeen={onSeen}
    />,
  );
  expect(placeOf(host, '?').left).toBeLessThan(placeOf(host, 'מטווח').left);
  expect(placeOf(host, 'commented').left).toBeLessThan(placeOf(host, 'מטווח').left);
  expect(placeOf(host, '!').left).toBeLessThan(placeOf(host, 'שלום').left);
});

test('an entry that is opened at once counts as seen', async () => {
  await show({ type: 'mention' }, ['marge_b']);
  document.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
  onSeen.mockClear();
  const link = page.getByRole('link', { name: '@marge_b mentioned you in “Bay times”' });
  await expect.element(link).toBeVisible();
  (link.element() as HTMLElement).click();
  expect(onSeen).toHaveBeenCalledExactlyOnceWith(['n1']);
});

const REMOVAL = { post_title: 'Trade table', reason: 'No sales of arms here.' };
const REQUEST = { commentId: null, data: { from_user_id: 'b' } };
const FRIEND = '/user/marge_b';

test.each<[Notification['type'], Partial<Notification>, string, string]>([
  ['mention', {}, '@marge_b mentioned you in “Bay times”', POST_LINK],
  ['mention', { postTitle: null, commentId: null }, '@marge_b mentioned you in a post', `/posts/${POST}`],
  ['friend_request', { ...REQUEST, request: 'pending' }, '@marge_b wants to be friends', FRIEND],
  ['friend_request', { ...REQUEST, request: 'accepted' }, '@marge_b and you are friends', FRIEND],
  ['friend_accept', REQUEST, '@marge_b accepted your friend request', FRIEND],
  ['promotion', { data: { message: 'You are an admin now.' } }, 'You are an admin now.', '/admin'],
  ['promotion', { data: {} }, 'Your role has changed.', '/admin'],
])('%s %#: says what happened and opens it', async (type, change, sentence, href) => {
  await show({ type, ...change }, type === 'promotion' ? [] : ['marge_b']);
  await expect.element(page.getByRole('link', { name: sentence, exact: true })).toHaveAttribute('href', href);
});

test.each([
  [undefined, 'A moderator removed your post “Trade table”'],
  ['video', 'The video of your post was removed “Trade table”'],
  ['expired', 'Your post was not published “Trade table”'],
  ['muted', 'Your post is not published yet “Trade table”'],
])('a removed post (%s) is named with its reason, and there is nothing to open', async (cause, sentence) => {
  await show({ type: 'moderation', data: { ...REMOVAL, ...(cause && { cause }) }, commentId: null }, []);
  await expect.element(page.getByText(sentence, { exact: true })).toBeVisible();
  await expect.element(page.getByText('Reason: No sales of arms here.')).toBeVisible();
  expect(page.getByRole('link').elements()).toEqual([]);
});
