import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { updateSyncState } from '#data/device/sync-state.ts';
import { render } from '#ui/testing/render.tsx';
import { toastStore } from '#ui/toast-store.ts';
import { Evidence } from './evidence.tsx';
import { HeldEvidence } from './held-evidence.tsx';
import {
  listHeldEvidence,
  loadEvidence,
  loadHeldFile,
  loadReportedFile,
  mayBeShown,
  notePictureView,
} from './mutations.ts';
import type { ReportedFile } from './queries.ts';
import { ReportedFiles } from './reported-files.tsx';

vi.mock('./mutations.ts', () => ({
  listHeldEvidence: vi.fn(),
  loadEvidence: vi.fn(),
  loadHeldFile: vi.fn(),
  loadReportedFile: vi.fn(),
  mayBeShown: vi.fn(),
  notePictureView: vi.fn(),
}));
vi.mock('./queries.ts', () => ({ useReportedFiles: () => FILES }));

const VIDEO = '/storage/v1/object/public/public-videos/u/018f_1920x1080_42_61800000.mp4';
const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const BROKEN = 'data:image/gif,none';
const FILES: readonly ReportedFile[] = [
  { url: '/storage/v1/object/authenticated/post-images/p/a.webp', kind: 'picture' },
  { url: VIDEO, kind: 'video' },
  { url: GIF, kind: 'gif' },
  { url: BROKEN, kind: 'gif' },
];

type Reply = Awaited<ReturnType<typeof loadEvidence>>;
const PICTURE: Reply = {
  ok: true,
  body: new Blob(['<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'], { type: 'image/svg+xml' }),
};
const FAILURE: Reply = { ok: false, code: 'offline', message: '' };
const load = (path: string, signal: AbortSignal) => loadEvidence('r1', path, signal);
const paths = () => vi.mocked(loadEvidence).mock.calls.map(([, path]) => path);

beforeEach(() => {
  updateSyncState({ phase: 'online', updatedAt: null, synced: true });
  vi.mocked(loadEvidence).mockReset();
  vi.mocked(mayBeShown).mockReset().mockResolvedValue(true);
});
afterEach(() => {
  toastStore.set([]);
  vi.restoreAllMocks();
});

function Closable({ files }: { files: readonly string[] }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setOpen(false)}>
        Close
      </button>
      {isOpen && <Evidence files={files} load={load} />}
    </>
  );
}

test('a file that failed is loaded again alone', async () => {
  vi.mocked(loadEvidence).mockResolvedValueOnce(PICTURE).mockResolvedValueOnce(FAILURE).mockResolvedValueOnce(PICTURE);
  await render(<Evidence files={['a', 'b']} load={load} />);
  await userEvent.click(page.getByRole('button', { name: 'Load 2 files' }));
  await expect.element(page.getByText('The file could not be loaded.')).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: 'Show it' }).elements().length).toBe(1);
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expect.poll(() => page.getByRole('button', { name: 'Show it' }).elements().length).toBe(2);
  expect(paths()).toEqual(['a', 'b', 'b']);
});

test('a file that is not what its type says is not decoded, but can be saved', async () => {
  vi.mocked(loadEvidence).mockResolvedValue(PICTURE);
  vi.mocked(mayBeShown).mockResolvedValueOnce(false);
  await render(<Evidence load={load} files={['r1/a.png', 'r1/b.png']} />);
  await userEvent.click(page.getByRole('button', { name: 'Load 2 files' }));
  await expect.poll(() => page.getByRole('button', { name: 'Show it' }).elements().length).toBe(1);
  await expect.element(page.getByText(/is not shown here/)).toBeVisible();
  const save = page.getByRole('link', { name: 'Save the file' });
  await expect.element(save).toHaveAttribute('download', 'a.png');
  await expect.element(save).toHaveAttribute('href', expect.stringMatching(/^blob:/));
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

test('a picture and a video of a reported post are loaded on request only, after the view was noted, and leave memory when they are hidden', async () => {
  const revoked = vi.spyOn(URL, 'revokeObjectURL');
  vi.mocked(notePictureView).mockResolvedValueOnce({ ok: false, code: 'unknown', message: 'No.' });
  vi.mocked(notePictureView).mockResolvedValue({ ok: true, body: true });
  vi.mocked(loadReportedFile).mockResolvedValue(PICTURE);
  await render(<ReportedFiles postId="p1" />);
  expect(document.querySelector('figure :is(img, video)')).toBeNull();
  const play = page.getByRole('button', { name: 'Show video · 0:42 · 61.8 MB' });
  await userEvent.click(play);
  await expect.poll(() => vi.mocked(notePictureView).mock.calls).toEqual([['p1', VIDEO]]);
  await expect.element(play).toBeEnabled();
  expect(loadReportedFile).not.toHaveBeenCalled();

  await userEvent.click(play);
  const video = page.getByLabelText('Video of the reported post');
  await expect.element(video).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  expect(vi.mocked(loadReportedFile).mock.lastCall?.[0]).toBe(VIDEO);
  const address = video.element().getAttribute('src');
  await userEvent.click(page.getByRole('button', { name: 'Hide video' }));
  expect(video.query()).toBeNull();
  expect(revoked).toHaveBeenCalledExactlyOnceWith(address);

  // Each showing is a view.
  await userEvent.click(page.getByRole('button', { name: 'Show picture' }).first());
  await expect.element(page.getByRole('img', { name: 'Picture of the reported post' })).toBeInTheDocument();
  expect(notePictureView).toHaveBeenCalledTimes(3);
});

test('a gif of the provider, which the app cannot read, is shown from its address, and named when it does not load', async () => {
  vi.mocked(notePictureView).mockReset().mockResolvedValue({ ok: true, body: true });
  vi.mocked(loadReportedFile).mockReset();
  await render(<ReportedFiles postId="p1" />);
  const show = () => userEvent.click(page.getByRole('button', { name: 'Show picture' }).nth(1));
  await show();
  const gif = page.getByRole('img', { name: 'Picture of the reported post' });
  await expect.element(gif).toHaveAttribute('src', GIF);
  await expect.element(gif).toHaveAttribute('referrerpolicy', 'no-referrer');
  // Of the buttons that are left, the second one is that of the broken gif.
  await show();
  await expect.poll(() => toastStore.get().map(({ text }) => text)).toEqual(['The file could not be loaded.']);
  expect(vi.mocked(notePictureView).mock.calls).toEqual([
    ['p1', GIF],
    ['p1', BROKEN],
  ]);
  expect(loadReportedFile).not.toHaveBeenCalled();
});

test('what the author changed or deleted is loaded on request, with its texts and files', async () => {
  const url = '/storage/v1/object/authenticated/post-images/p/a.webp';
  const kept = { was_deleted: false, kept_at: '2026-11-21T10:00:00Z' };
  vi.mocked(listHeldEvidence)
    .mockResolvedValueOnce(FAILURE)
    .mockResolvedValueOnce({
      ok: true,
      body: [
        { ...kept, id: 1, kind: 'posts', words: 'Before the edit', files: ['https://gif.example/a.gif'] },
        { ...kept, id: 2, kind: 'post_images', was_deleted: true, words: null, files: [url] },
      ],
    });
  vi.mocked(loadHeldFile).mockResolvedValue(PICTURE);
  await render(<HeldEvidence postId="p1" />);
  const show = page.getByRole('button', { name: 'Show what the author changed or deleted' });
  await userEvent.click(show);
  await expect.poll(() => toastStore.get().length).toBe(1);
  await userEvent.click(show);
  const rows = page.getByRole('list', { name: 'Changed or deleted by the author' }).getByRole('listitem');
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual([
      expect.stringMatching(/^Post, changed .*Before the edithttps:\/\/gif\.example\/a\.gif$/),
      expect.stringMatching(/^Picture, deleted .*Load 1 file/),
    ]);
  expect(loadHeldFile).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole('button', { name: 'Load 1 file' }));
  await expect.element(page.getByRole('button', { name: 'Show it' })).toBeVisible();
  expect(vi.mocked(loadHeldFile).mock.calls.map(([post, file]) => [post, file])).toEqual([['p1', url]]);
  vi.mocked(listHeldEvidence).mockResolvedValueOnce({ ok: true, body: [] });
  await render(<HeldEvidence postId="p2" />);
  await userEvent.click(show.last());
  await expect.element(page.getByText('The author has changed or deleted nothing since.')).toBeVisible();
});
