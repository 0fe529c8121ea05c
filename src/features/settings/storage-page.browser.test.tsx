import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { clearReloadable, type StorageUse } from './mutations.ts';
import { StoragePage } from './storage-page.tsx';

const USE = vi.hoisted((): StorageUse => {
  const none = { count: 0, bytes: 0 };
  const pictures = { seen: { count: 3, bytes: 3000 }, saved: none, packed: none };
  return {
    ...{ estimate: null, persistent: null, app: null, replica: 0, drafts: none, waiting: none },
    ...{ pictures, reloadable: 3000 },
  };
});
vi.mock('./mutations.ts', () => ({
  clearReloadable: vi.fn(async () => 3000),
  measureStorage: vi.fn(async () => USE),
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
