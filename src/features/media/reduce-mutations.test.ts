import { afterEach, expect, test, vi } from 'vitest';
import { originalsOf, readOriginal } from '#data/drafts/originals.ts';
import { takePicture } from './mutations.ts';
import { attachForm, takeFiles, takingStore } from './reduce-mutations.ts';

vi.mock('#data/drafts/originals.ts', () => ({
  hasUnfinished: async () => false,
  originalsOf: vi.fn(async () => []),
  readOriginal: vi.fn(async () => ({ name: '1.jpg', bytes: new ArrayBuffer(3) })),
  removeOriginals: async () => {},
  storeOriginal: async () => true,
}));
vi.mock('#data/media/tus-upload.ts', () => ({}));
vi.mock('#features/drafts/drafts.ts', () => ({ claimDraft: async () => true, releaseDraft: () => {} }));
vi.mock('./mutations.ts', () => ({ isDeviceFull: async () => false, takePicture: vi.fn() }));
vi.mock('./thumbnail-queries.ts', () => ({ thumbnailOf: async () => null }));

afterEach(() => vi.clearAllMocks());

/** Chooses a photo in a form whose reading of what an earlier page left ends after the photo is reduced. */
async function reduceWhileFormOpens(isSaved: boolean): Promise<void> {
  const read = Promise.withResolvers<string[]>();
  vi.mocked(originalsOf).mockReturnValueOnce(read.promise);
  vi.mocked(takePicture).mockResolvedValueOnce({ ok: true, picture: {} } as never);
  const draft = crypto.randomUUID();
  const onReduced = vi.fn(async () => isSaved);
  attachForm(draft, { onReduced, onFailed: () => {} });
  await takeFiles({ id: draft, place: 'post' }, [new File(['1'], '1.jpg')]);
  const id = takingStore.get()[0]?.id ?? expect.fail('No photo is being reduced.');
  await expect.poll(() => takingStore.get()).toEqual([]);
  expect(onReduced).toHaveBeenCalledOnce();
  // The original is deleted last.
  read.resolve([id]);
  await read.promise;
}

test('a photo that is reduced while its form opens is not reduced again', async () => {
  await reduceWhileFormOpens(true);
  await vi.waitFor(() => expect(takingStore.get()).toEqual([]));
  expect(takePicture).toHaveBeenCalledOnce();
});

test('a photo that could not be saved with its draft is taken up again', async () => {
  vi.mocked(takePicture).mockResolvedValue({ ok: true, picture: {} } as never);
  await reduceWhileFormOpens(false);
  await expect.poll(() => vi.mocked(takePicture).mock.calls.length).toBe(2);
  expect(readOriginal).toHaveBeenCalled();
});
