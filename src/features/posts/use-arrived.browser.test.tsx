import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { errorText } from '#copy/errors.ts';
import { storeShared, readShared } from '#data/drafts/shared.ts';
import { useDraft } from '#features/drafts/use-draft.ts';
import type { Draft } from '#features/drafts/drafts.ts';
import { usePhotos } from '#features/media/use-photos.ts';
import { render } from '#ui/testing/render.tsx';
import { useArrived } from './use-arrived.ts';

type Edit = Parameters<typeof usePhotos>[0]['edit'];

function Composer() {
  const { draft, changeFiles } = useDraft('post', {}, true);
  return draft && <Photos draft={draft} edit={(edit) => changeFiles(draft.id, edit)} />;
}

function Photos({ draft, edit }: { draft: Draft<'post'>; edit: Edit }) {
  const photos = usePhotos({ draft: { id: draft.id, place: 'post' }, pictures: draft.files, edit });
  useArrived(draft.id, draft.arrived, photos);
  return (
    <>
      <output aria-label="photos">{photos.pictures.map(({ name }) => name).join()}</output>
      <output aria-label="problem">{photos.problem?.text}</output>
    </>
  );
}

async function share(id: string, name: string, at: number): Promise<void> {
  const canvas = new OffscreenCanvas(60, 40);
  canvas.getContext('2d')?.fillRect(0, 0, 20, 20);
  const bytes = await (await canvas.convertToBlob({ type: 'image/jpeg' })).arrayBuffer();
  const files = [{ name, type: 'image/jpeg', bytes }];
  await storeShared({ id, member: null, title: '', text: '', files, at });
}

const waiting = async () => (await readShared('guest')).map(({ id }) => id);

afterEach(() => vi.restoreAllMocks());

test('a shared photo that finds no room stays stored, and the next opening takes it', async () => {
  await share('full', 'fog.jpg', 1);
  vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ usage: 100, quota: 100 });
  const first = await render(<Composer />);
  await expect.element(page.getByLabelText('problem')).toHaveTextContent(errorText('storage_full'));
  first.remove();
  vi.restoreAllMocks();

  expect(await waiting()).toEqual(['full']);
  await render(<Composer />);
  await expect.element(page.getByLabelText('photos')).toHaveTextContent('fog.jpg');
  await expect.poll(waiting).toEqual([]);
});

test('a share that is open in another tab does not hide the one before it', async () => {
  await share('older', 'older.jpg', 1);
  await share('newer', 'newer.jpg', 2);
  let release = () => {};
  void navigator.locks.request('rangeday-draft:guest:newer', () => new Promise<void>((resolve) => (release = resolve)));
  await render(<Composer />);
  await expect.element(page.getByLabelText('photos')).toHaveTextContent('older.jpg');
  await expect.poll(waiting).toEqual(['newer']);
  release();
});
