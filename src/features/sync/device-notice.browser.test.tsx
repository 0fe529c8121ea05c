import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OPENING, type SyncState, syncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { DeviceNotice } from './device-notice.tsx';

afterEach(() => syncState.set(OPENING));

const CASES: [part: Partial<SyncState>, text: RegExp][] = [
  [{ phase: 'unavailable', fleeting: true }, /cannot open its storage/],
  [{ trouble: 'full', phase: 'unavailable' }, /storage is full/],
  [{ trouble: 'slow', phase: 'opening' }, /takes longer than usual/],
  [{ trouble: 'full', signInNeeded: true }, /storage is full.*nothing you wrote is deleted/],
  [{ signInNeeded: true, trouble: 'evicted' }, /session has ended/],
  [{ fleeting: true }, /does not allow storage/],
  [{ trouble: 'rebuilt' }, /was damaged.*was recovered/],
  [{ trouble: 'evicted' }, /deleted the stored data/],
];

test.each(CASES)('%o is explained', async (part, text) => {
  syncState.set({ ...OPENING, ...part });
  await render(<DeviceNotice />);
  await expect.element(page.getByText(text)).toBeVisible();
});

test('no notice is shown without a problem, and a notice is removed with its cause', async () => {
  const host = await render(<DeviceNotice />);
  expect(host.textContent).toBe('');
  syncState.set({ ...OPENING, trouble: 'full' });
  await expect.element(page.getByText(/storage is full/)).toBeVisible();
  syncState.set({ ...OPENING, phase: 'online' });
  await expect.element(page.getByText(/storage is full/)).not.toBeInTheDocument();
});
