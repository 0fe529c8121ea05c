import '#ui/testing/house-styles.ts';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { toastStore } from '#ui/toast-store.ts';
import { render } from '#ui/testing/render.tsx';
import { FriendAction } from './friend-action.tsx';
import { acceptFriendRequest, declineFriendRequest, sendFriendRequest, unfriend } from './mutations.ts';
import type { Relation } from './queries.ts';

vi.mock('./mutations.ts', () => ({
  acceptFriendRequest: vi.fn(),
  declineFriendRequest: vi.fn(),
  sendFriendRequest: vi.fn(),
  undoAcceptance: vi.fn(),
  unfriend: vi.fn(),
}));

const WREN = { id: 'wren', username: 'wren' };

/** Like the replica, it shows each change at once. */
function Live({ first }: { first: Relation }) {
  const [relation, setRelation] = useState(first);
  const after = (next: Relation) => async () => {
    setRelation(next);
    return { ok: true, id: 'row' } as const;
  };
  vi.mocked(sendFriendRequest).mockImplementation(after('sent'));
  vi.mocked(unfriend).mockImplementation(after('none'));
  vi.mocked(acceptFriendRequest).mockImplementation(after('friends'));
  vi.mocked(declineFriendRequest).mockImplementation(after('none'));
  return <FriendAction other={WREN} friendship={{ relation, state: null, refused: null }} />;
}

beforeEach(() => {
  vi.clearAllMocks();
  toastStore.set([]);
});

test('a request that cannot be made is reported', async () => {
  await render(<Live first="none" />);
  vi.mocked(sendFriendRequest).mockResolvedValueOnce({ ok: false, code: 'friend_request_failed' });
  await userEvent.click(page.getByRole('button', { name: 'Add friend' }));
  await expect.poll(() => toastStore.get()).toMatchObject([{ text: 'Unable to send friend request.', tone: 'stop' }]);
});

test('its line is as high in every state, also in a narrow window, so that a request moves nothing', async () => {
  const boxes = [];
  for (const relation of ['none', 'sent', 'received', 'friends'] as const) {
    for (const state of [null, 'queued'] as const) {
      const host = await render(
        <div style={{ inlineSize: 288 }}>
          <div style={{ display: 'flex' }}>
            <FriendAction other={WREN} friendship={{ relation, state, refused: null }} />
          </div>
        </div>,
      );
      const { scrollWidth, offsetHeight } = host.firstElementChild as HTMLElement;
      boxes.push([relation, state, scrollWidth, offsetHeight]);
    }
  }
  expect(boxes).toEqual(boxes.map(([relation, state]) => [relation, state, 288, 44]));
});

test.each([
  ['none', 'Add friend', sendFriendRequest],
  ['sent', 'Cancel request to @wren', unfriend],
  ['received', 'Decline the request from @wren', declineFriendRequest],
  ['received', 'Accept the request from @wren', acceptFriendRequest],
] as const)('%s: the second click of a double click on "%s" does nothing', async (first, name, done) => {
  await render(<Live first={first} />);
  await userEvent.dblClick(page.getByRole('button', { name }));
  await expect.element(page.getByRole('button', { name })).not.toBeInTheDocument();
  const calls = [sendFriendRequest, unfriend, acceptFriendRequest, declineFriendRequest].filter(
    (mutation) => vi.mocked(mutation).mock.calls.length > 0,
  );
  expect(calls).toEqual([done]);
  expect(done).toHaveBeenCalledOnce();
});
