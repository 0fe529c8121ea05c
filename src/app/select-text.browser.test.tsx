import '#ui/testing/house-styles.ts';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toFeedPost } from '#contract/feed-post.ts';
import { feedRowOf } from '#contract/testing/feed-row-of.ts';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { render } from '#ui/testing/render.tsx';
import { letTextBeSelected } from './select-text.ts';

const post = toFeedPost(
  feedRowOf({
    ...{ id: 'p1', user_id: 'u1', title: 'Lane four is dry', description: 'Bring a coat, and see #reloading.' },
    ...{ created_at: '2026-11-21T10:00:00Z', author: { username: 'ann' } },
  }),
  { kind: 'guest' },
);

const opened = vi.fn();
const selection = () => getSelection()?.toString() ?? '';
const text = () => page.getByText(/^Bring a coat/);
const title = () => page.getByRole('heading', { level: 2 });

beforeEach(async () => {
  opened.mockReset();
  getSelection()?.removeAllRanges();
  onTestFinished(letTextBeSelected());
  // Behind the handlers of the app, and instead of a navigation.
  const note = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a');
    if (link) opened(link.getAttribute('href'), event.ctrlKey);
    event.preventDefault();
  };
  document.addEventListener('click', note);
  onTestFinished(() => document.removeEventListener('click', note));
  await render(<FeedEntry post={post} menu={false} end={false} />);
});

test.each([
  ['text', text, 'Bring'],
  ['title', title, 'Lane'],
])('a drag over the %s selects it and opens nothing; a click then opens the entry', async (_, element, first) => {
  const start = { x: 1, y: 12 };
  await userEvent.dragAndDrop(element(), element(), { sourcePosition: start, targetPosition: { x: 110, y: 12 } });
  expect(selection()).toContain(first);
  expect(opened).not.toHaveBeenCalled();
  await userEvent.click(element(), { position: { x: 60, y: 12 } });
  expect(opened).toHaveBeenCalledExactlyOnceWith('/posts/p1', false);
});

test('links in the text lead to their own page, and the keyboard opens the entry also while a text is selected', async () => {
  await userEvent.click(page.getByRole('link', { name: '#reloading' }));
  expect(opened).toHaveBeenCalledExactlyOnceWith('/tags/reloading', false);
  getSelection()?.selectAllChildren(text().element());
  page.getByRole('link', { name: post.title }).element().focus();
  await userEvent.keyboard('{Enter}');
  expect(opened).toHaveBeenLastCalledWith('/posts/p1', false);
});

test('a click with a modifier reaches the link with it; a right click is on the text, not on a link', async () => {
  await userEvent.click(text(), { position: { x: 60, y: 12 }, modifiers: ['Control'] });
  expect(opened).toHaveBeenCalledExactlyOnceWith('/posts/p1', true);
  const menu = vi.fn();
  document.addEventListener('contextmenu', ({ target }) => menu(target), { once: true });
  await userEvent.click(text(), { position: { x: 60, y: 12 }, button: 'right' });
  expect(menu).toHaveBeenCalledExactlyOnceWith(text().element());
  expect(opened).toHaveBeenCalledTimes(1);
});

test('a middle click opens the entry in a new tab', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  onTestFinished(() => open.mockRestore());
  await userEvent.click(text(), { position: { x: 60, y: 12 }, button: 'middle' });
  expect(open).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/\/posts\/p1$/), '_blank', 'noopener');
});
