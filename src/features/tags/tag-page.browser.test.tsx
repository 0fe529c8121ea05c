import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { updateSyncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { TagPage } from './tag-page.tsx';

afterEach(() => updateSyncState({ phase: 'opening', updatedAt: null, synced: false }));

test('without a database the page of a tag says that its posts could not be loaded', async () => {
  await render(<TagPage tag="Steel" />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'Posts with the #steel tag' })).toBeVisible();
  expect(page.getByText('Failed to load posts.').query()).toBeNull();
  updateSyncState({ phase: 'unavailable' });
  await expect.element(page.getByText('Failed to load posts.')).toBeVisible();
});
