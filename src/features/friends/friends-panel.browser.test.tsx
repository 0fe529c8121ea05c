import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { FriendsPanel } from './friends-panel.tsx';
import { useFriends } from './queries.ts';

vi.mock('./queries.ts', () => ({ useFriends: vi.fn() }));

test.each([
  { complete: false, offline: false, text: 'Loading...' },
  { complete: false, offline: true, text: 'Your friends are not on this device yet.' },
  { complete: true, offline: false, text: 'No friends yet.' },
  { complete: true, offline: true, text: 'No friends yet.' },
])(
  'an empty list that is complete: $complete, offline: $offline, says "$text"',
  async ({ complete, offline, text }) => {
    vi.mocked(useFriends).mockReturnValue({
      friends: [],
      received: [],
      sent: [],
      complete,
      missing: offline ? 'offline' : 'loading',
    });
    await render(<FriendsPanel offline={offline} />);
    await expect.element(page.getByText(text)).toBeVisible();
  },
);
