import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { writeKey } from '../device/kv.ts';
import { mediaDatabase, mediaKey } from './media-key.ts';
import { listJobs, measureMedia, readBytes } from './media-store.ts';
import { heldReport, listReports } from './report-store.ts';

const report = {
  ...{ id: 'r1', post_url: 'https://app.example/posts/1', victim_username: null, description: 'What I saw' },
  ...{ reporter_email: null, storage_paths: ['r1/01.png', 'r1/02.mp4'] },
};

test('what the first form of this database has queued keeps its state and its bytes: pictures, a video, a report', async () => {
  const db = new Dexie(mediaDatabase('ann'));
  db.version(1).stores({ jobs: 'id, entity_id, &path', bytes: 'id' });
  const put = async (id: string, bucket: string, entity_id: string, content: string, more: object = {}) => {
    const picture = { id, name: 'n', type: 'image/png', width: 4, height: 3, preview: '', alt: 'Steel', located: true };
    const state = { state: 'queued', sent: 0, upload_url: null, failures: 2, not_before: 0, error: null };
    const about = { label: 'l', position: 0, size: content.length, created_at: 7, picture };
    await db.table('jobs').put({ id, path: id, bucket, entity_id, ...about, ...state, ...more });
    await db.table('bytes').put({ id, bytes: new TextEncoder().encode(content).buffer });
  };
  await put('p', 'post-images', 'post', 'photo', { upload_url: '/up/1', sent: 2, position: 3 });
  await put('c', 'comment-images', 'comment', 'photo', { state: 'refused', error: 'No.' });
  await put('v', 'public-videos', '', 'video', { state: 'draft', seconds: 42 });
  await put('b', 'public-media', 'banner_url', 'banner', { isHosted: true });
  const json = { type: 'application/json', width: 0, height: 0 };
  await put('r1/02.mp4', 'csae-report-files', 'r1', 'two', { position: 1 });
  await put('r1/01.png', 'csae-report-files', 'r1', 'one', { state: 'sent', sent: 3 });
  await put('r1/text', 'csae-report-files', 'r1', JSON.stringify(report), { position: 99, picture: json });
  db.close();
  await writeKey(mediaKey('ann'), true);

  const jobs = new Map((await listJobs('ann')).map((job) => [job.id, job]));
  expect([...jobs.keys()].toSorted()).toEqual(['b', 'c', 'p', 'v']);
  expect(jobs.get('p')).toMatchObject({
    ...{
      kind: 'post_file',
      type: 'image/png',
      entity_id: 'post',
      position: 3,
      upload_url: '/up/1',
      sent: 2,
      failures: 2,
    },
    picture: { alt: 'Steel', located: true },
  });
  expect(jobs.get('c')).toMatchObject({ kind: 'post_file', bucket: 'comment-images', state: 'refused', error: 'No.' });
  expect(jobs.get('v')).toMatchObject({ kind: 'video', state: 'draft', seconds: 42, picture: { width: 4, height: 3 } });
  expect(jobs.get('b')).toMatchObject({ kind: 'profile_picture', field: 'banner_url', isHosted: true });
  expect(await listReports('ann')).toMatchObject([
    {
      id: 'r1',
      refused: null,
      files: [
        { path: 'r1/01.png', state: 'sent' },
        { path: 'r1/02.mp4', state: 'queued' },
      ],
    },
  ]);
  const held = await heldReport('ann', 'r1');
  expect(held?.report).toEqual(report);
  expect(await Promise.all(held?.files.map((file) => file.text()) ?? [])).toEqual(['one', 'two']);
  expect(await readBytes('ann', 'r1/text')).toBeNull();
  expect(await measureMedia('ann')).toEqual({ count: 3, bytes: 22, reports: 1, draftBytes: 5 });
});
