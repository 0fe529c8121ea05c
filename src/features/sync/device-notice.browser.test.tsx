import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OPENING, type SyncState, syncState } from '#data/connection/status-store.ts';
import { render } from '#ui/testing/render.tsx';
import { DeviceNotice } from './device-notice.tsx';

afterEach(() => syncState.set(OPENING));

const CASES: [part: Partial<SyncState>, text: RegExp][] = [
  [{ phase: 'unavailable', fleeting: true }, /gives Rangeday no room/],
  [{ trouble: 'full', phase: 'unavailable' }, /This storage is full/],
  [{ trouble: 'full', signInNeeded: true }, /This storage is full\..*nothing you wrote is removed/],
  [{ signInNeeded: true, trouble: 'evicted' }, /ended this log-in/],
  [{ fleeting: true }, /keeps nothing/],
  [{ trouble: 'rebuilt' }, /was damaged.*were saved/],
  [{ trouble: 'evicted' }, /had cleared/],
];

test.each(CASES)('%o is said, with what it means', async (part, text) => {
  syncState.set({ ...OPENING, ...part });
  await render(<DeviceNotice />);
  await expect.element(page.getByText(text)).toBeVisible();
});

test('nothing is said while nothing is wrong, and a notice goes with its cause', async () => {
  const host = await render(<DeviceNotice />);
  expect(host.textContent).toBe('');
  syncState.set({ ...OPENING, trouble: 'full' });
  await expect.element(page.getByText(/storage is full/)).toBeVisible();
  syncState.set({ ...OPENING, phase: 'online' });
  await expect.element(page.getByText(/storage is full/)).not.toBeInTheDocument();
});
