import '#ui/testing/house-styles.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { nextCheck } from '#data/device/next-check.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { CheckLine } from './check-line.tsx';

test('while the server does not answer, the line shows when it is asked again; online and without a session there is none', async () => {
  await page.viewport(360, 700);
  updateSyncState({ phase: 'offline' });
  nextCheck.set(new Date(2026, 10, 27, 14, 5, 9).getTime());
  await render(<CheckLine />);
  await expect.element(page.getByText('No answer. Looks again at 14:05:09.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Check now' })).toBeVisible();
  nextCheck.set(null);
  await expect.element(page.getByText('Looking for the server…')).toBeVisible();
  updateSyncState({ signInNeeded: true });
  await expect.element(page.getByRole('button', { name: 'Check now' })).not.toBeInTheDocument();
  updateSyncState({ phase: 'online', signInNeeded: false });
  await expect.element(page.getByRole('button', { name: 'Check now' })).not.toBeInTheDocument();
});
