import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { LogOutDialog } from './log-out-dialog.tsx';

test('lists what is not sent and offers three ways; Escape keeps the session', async () => {
  const ways = { start: vi.fn(), later: vi.fn(), discard: vi.fn(), stay: vi.fn() };
  const unsent = { kinds: [['post', 3] as [string, number], ['message', 1] as [string, number]], drafts: 2 };
  await render(<LogOutDialog logOut={{ unsent, busy: false, ...ways }} />);
  await expect.element(page.getByText('Not sent yet: 3 posts, 1 message and 2 drafts.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send later as me' })).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Discard' }));
  expect(ways.discard).toHaveBeenCalledOnce();
  await userEvent.keyboard('{Escape}');
  expect(ways.stay).toHaveBeenCalledOnce();
  expect(ways.later).not.toHaveBeenCalled();
});
