import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { clearReloadable, type StorageUse } from './mutations.ts';
import { StoragePage } from './storage-page.tsx';

const USE = vi.hoisted(() => ({
  pictures: { count: 3, bytes: 3000 },
  reloadable: 3000,
  estimate: null,
}));
vi.mock('./mutations.ts', () => ({
  clearReloadable: vi.fn(async () => 3000),
  measureStorage: vi.fn(async () => USE as unknown as StorageUse),
}));
vi.mock('./storage-lines.tsx', () => ({ StorageLines: () => null }));

const clear = async () => {
  await userEvent.click(page.getByRole('button', { name: 'Clear pictures' }));
  await userEvent.click(page.getByRole('button', { name: 'Clear', exact: true }));
};

test('clearing that fails is reported, and can be repeated', async () => {
  vi.mocked(clearReloadable).mockRejectedValueOnce(new Error('no chunk'));
  await render(<StoragePage />);
  await clear();
  await vi.waitFor(() =>
    expect(toastStore.get()).toMatchObject([{ text: 'The pictures could not be cleared. Please try again.' }]),
  );
  await clear();
  await vi.waitFor(() =>
    expect(toastStore.get().at(-1)).toMatchObject({ text: expect.stringMatching(/ freed\.$/), tone: 'done' }),
  );
});
