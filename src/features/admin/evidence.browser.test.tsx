import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updateSyncState } from '#data/connection/status-store.ts';
import { render } from '#ui/testing/render.tsx';
import { Evidence } from './evidence.tsx';
import { loadEvidence } from './mutations.ts';

vi.mock('./mutations.ts', () => ({ loadEvidence: vi.fn() }));

type Reply = Awaited<ReturnType<typeof loadEvidence>>;
const PICTURE: Reply = {
  ok: true,
  body: new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], { type: 'image/svg+xml' }),
};
const FAILURE: Reply = { ok: false, code: 'offline', message: '' };
const paths = () => vi.mocked(loadEvidence).mock.calls.map(([, path]) => path);

beforeEach(() => {
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
  vi.mocked(loadEvidence).mockReset();
});
afterEach(() => vi.restoreAllMocks());

function Closable({ files }: { files: readonly string[] }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      {isOpen && <Evidence reportId="r1" files={files} />}
    </>
  );
}

test('a file that failed is loaded again alone', async () => {
  vi.mocked(loadEvidence).mockResolvedValueOnce(PICTURE).mockResolvedValueOnce(FAILURE).mockResolvedValueOnce(PICTURE);
  await render(<Evidence reportId="r1" files={['a', 'b']} />);
  await userEvent.click(page.getByRole('button', { name: 'Load 2 files' }));
  await expect.element(page.getByText('The file could not be loaded.')).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: 'Show it' }).elements().length).toBe(1);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => page.getByRole('button', { name: 'Show it' }).elements().length).toBe(2);
  expect(paths()).toEqual(['a', 'b', 'b']);
});

test('closing the report ends the loading: nothing more is noted, and nothing stays in memory', async () => {
  const made = vi.spyOn(URL, 'createObjectURL');
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  const second = Promise.withResolvers<Reply>();
  vi.mocked(loadEvidence).mockResolvedValueOnce(PICTURE).mockReturnValueOnce(second.promise);
  await render(<Closable files={['a', 'b', 'c']} />);
  await userEvent.click(page.getByRole('button', { name: 'Load 3 files' }));
  await expect.poll(paths).toEqual(['a', 'b']);
  await userEvent.click(page.getByRole('button', { name: 'Close' }));
  expect(vi.mocked(loadEvidence).mock.calls[1]?.[2].aborted).toBe(true);
  second.resolve(PICTURE);
  await second.promise;
  await Promise.resolve();
  expect(paths()).toEqual(['a', 'b']);
  expect(made).toHaveBeenCalledTimes(1);
  expect(revoked.mock.calls).toEqual(made.mock.results.map(({ value }) => [value]));
});
