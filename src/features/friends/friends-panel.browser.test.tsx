import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { FriendsPanel } from './friends-panel.tsx';
import { useFriends } from './queries.ts';

vi.mock('./queries.ts', () => ({ useFriends: vi.fn() }));

test.each([
  { complete: false, missing: 'loading', text: 'Loading...' },
  { complete: false, missing: 'offline', text: 'Your friends are not on this device yet.' },
  { complete: false, missing: 'unavailable', text: 'Your friends are not on this device yet.' },
  { complete: true, missing: 'gone', text: 'No friends yet.' },
  { complete: true, missing: 'offline', text: 'No friends yet.' },
] as const)('an empty list, complete: $complete, $missing, shows "$text"', async ({ complete, missing, text }) => {
  vi.mocked(useFriends).mockReturnValue({ friends: [], received: [], sent: [], complete, missing });
  await render(<FriendsPanel />);
  await expect.element(page.getByText(text)).toBeVisible();
});
