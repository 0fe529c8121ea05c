import { afterEach, expect, test } from 'vitest';
import { OPENING, syncState, updateSyncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { ConnectionAnnouncer } from './connection-announcer.tsx';

afterEach(() => syncState.set(OPENING));

test('the end of a session is not announced as a lost network', async () => {
  syncState.set({ ...OPENING, phase: 'online' });
  const host = await render(<ConnectionAnnouncer />);
  updateSyncState({ phase: 'offline', signInNeeded: true });
  await expect.poll(() => host.textContent).toBe('');
  updateSyncState({ signInNeeded: false });
  await expect.poll(() => host.textContent).toContain('You are offline.');
  updateSyncState({ phase: 'online' });
  await expect.poll(() => host.textContent).toBe('You are online again.');
});
