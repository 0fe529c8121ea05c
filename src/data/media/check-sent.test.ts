import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { ask } from '../remote/account.ts';
import { checkSent } from './check-sent.ts';
import { holdPictures } from './hold.ts';
import { changeJob, dropMedia, listJobs } from './media-store.ts';

vi.mock('../remote/account.ts', () => ({ ask: vi.fn() }));
afterEach(() => dropMedia('ann'));

const picture = (id: string) => ({
  ...{ id, name: `${id}.jpg`, type: 'image/jpeg', width: 4, height: 3, preview: '', alt: '', located: false },
  bytes: new Uint8Array([1, 2, 3]).buffer,
});
async function sent(ids: readonly string[]) {
  const place = { bucket: 'post-images', folder: 'p1', entity_id: 'p1', label: '' } as const;
  await holdPictures('ann', place, ids.map(picture));
  for (const id of ids) await changeJob('ann', id, { state: 'sent', upload_url: '/tus/1', sent: 3 });
  return listJobs('ann');
}
const found = async () =>
  (await listJobs('ann')).map(({ id, state, error, isChecked, upload_url }) => ({
    id,
    state,
    error,
    isChecked,
    upload_url,
  }));

test('a sent file that the server refuses is shown as refused with its reason, and can be sent again; the others are confirmed', async () => {
  const jobs = await sent(['bad', 'good', 'gone', 'slow']);
  vi.mocked(ask).mockResolvedValueOnce({
    ok: true,
    body: [
      { path: 'p1/bad.jpg', state: 'refused', message: 'The picture has too many pixels.' },
      { path: 'p1/good.jpg', state: 'good', message: '' },
      { path: 'p1/slow.jpg', state: 'waiting', message: '' },
    ],
  });
  await checkSent('ann', jobs);
  expect(vi.mocked(ask).mock.lastCall?.[2]).toEqual({ paths: jobs.map(({ path }) => path) });
  const same = { state: 'sent', error: null, upload_url: '/tus/1' };
  expect(await found()).toEqual([
    { id: 'bad', state: 'refused', error: 'The picture has too many pixels.', isChecked: undefined, upload_url: null },
    { id: 'good', ...same, isChecked: true },
    { id: 'gone', ...same, isChecked: true },
    { id: 'slow', ...same, isChecked: undefined },
  ]);
});

test('without an answer nothing changes, and files that were confirmed are not asked about again', async () => {
  vi.mocked(ask).mockReset().mockResolvedValue({ ok: false, code: 'offline', message: '' });
  const jobs = await sent(['one', 'two']);
  const before = await found();
  await checkSent('ann', jobs);
  expect(await found()).toEqual(before);
  await checkSent(
    'ann',
    jobs.map((job) => ({ ...job, isChecked: true })),
  );
  expect(ask).toHaveBeenCalledTimes(1);
});
