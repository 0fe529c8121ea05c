import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { GUEST } from '#data/session/session.ts';
import { Menu } from '#ui/menu.tsx';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { useShare } from './use-share.tsx';

const POST = toFeedPost(
  { id: 'p1', user_id: 'a', title: 'Fog lifted', visibility: 'friends', author: null, poll: null } as FeedRow,
  GUEST,
);

function Shared() {
  const { items, dialog } = useShare(POST);
  return (
    <>
      <Menu label="More" items={items} />
      {dialog}
    </>
  );
}
const choose = async (name: RegExp) => {
  await userEvent.click(page.getByRole('button', { name: 'More' }));
  await userEvent.click(page.getByRole('menuitem', { name }));
};

afterEach(() => {
  toastStore.set([]);
  Reflect.deleteProperty(navigator, 'share');
  vi.restoreAllMocks();
});

test('Share opens the sheet of the system with title and address; without one it copies, and without that it shows the address', async () => {
  const address = `${location.origin}/posts/p1`;
  const share = vi.fn(async () => {});
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await render(<Shared />);
  await choose(/^Share/);
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Fog lifted', url: address });
  expect(copied).not.toHaveBeenCalled();

  Reflect.deleteProperty(navigator, 'share');
  await choose(/^Share Opens only for those who may read it/);
  await expect.poll(() => toastStore.get().map(({ text }) => text)).toEqual(['Post link copied to clipboard!']);
  expect(copied).toHaveBeenCalledExactlyOnceWith(address);

  copied.mockRejectedValue(new Error('not allowed'));
  await choose(/^Copy link/);
  await expect.element(page.getByLabelText('Link to this post')).toHaveValue(address);
});
