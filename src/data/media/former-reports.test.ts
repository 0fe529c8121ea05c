import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, test, vi } from 'vitest';
import { writeKey } from '../device/kv.ts';
import { mediaDatabase, mediaKey } from './media-key.ts';
import { type LaneParts, runLane } from './lane.ts';
import type { MediaJob } from './media-row.ts';
import { sendReportJobs } from './report-lane.ts';
import { formerAds, listJobs, measureMedia, readBytes } from './media-store.ts';
import { heldReport, listReports } from './report-store.ts';

afterEach(() => vi.unstubAllGlobals());

const report = {
  ...{ id: 'r1', post_url: 'https://app.example/posts/1', victim_username: null, description: 'What I saw' },
  ...{ reporter_email: null, storage_paths: ['r1/01.png', 'r1/02.mp4'] },
};

/** Stores jobs as a page of the release before does, which opens the database with its own version. */
async function storeFormer(
  account: string,
  files: [id: string, bucket: string, entity_id: string, content: string, more?: object][],
) {
  const db = new Dexie(mediaDatabase(account));
  db.version(1).stores({ jobs: 'id, entity_id, &path', bytes: 'id' });
  for (const [id, bucket, entity_id, content, more = {}] of files) {
    const picture = { id, name: 'n', type: 'image/png', width: 4, height: 3, preview: '', alt: 'Steel', located: true };
    const state = { state: 'queued', sent: 0, upload_url: null, failures: 2, not_before: 0, error: null };
    const about = { label: 'l', position: 0, size: content.length, created_at: 7, picture };
    await db.table('jobs').put({ id, path: id, bucket, entity_id, ...about, ...state, ...more });
    await db.table('bytes').put({ id, bytes: new TextEncoder().encode(content).buffer });
  }
  db.close();
  await writeKey(mediaKey(account), true);
}

const json = { type: 'application/json', width: 0, height: 0 };
const reportText = [
  'r1/text',
  'csae-report-files',
  'r1',
  JSON.stringify(report),
  { position: 99, picture: json },
] as const;

test('what the first form of this database has queued keeps its state and its bytes: pictures, a video, a report', async () => {
  await storeFormer('ann', [
    ['p', 'post-images', 'post', 'photo', { upload_url: '/up/1', sent: 2, position: 3 }],
    ['c', 'comment-images', 'comment', 'photo', { state: 'refused', error: 'No.' }],
    ['v', 'public-videos', '', 'video', { state: 'draft', seconds: 42 }],
    ['b', 'public-media', 'banner_url', 'banner', { isHosted: true }],
    ['r1/02.mp4', 'csae-report-files', 'r1', 'two', { position: 1 }],
    ['r1/01.png', 'csae-report-files', 'r1', 'one', { state: 'sent', sent: 3 }],
    [...reportText],
  ]);

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

test('what a page of that release stores in a database that this one has upgraded is upgraded before anything is sent', async () => {
  vi.stubGlobal('location', { origin: 'https://app.example' });
  const filed: unknown[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    filed.push(JSON.parse(body as string));
    return Response.json({}, { status: 201 });
  });
  expect(await listJobs('bob')).toEqual([]);
  await storeFormer('bob', [
    ['p', 'post-images', 'post', 'photo'],
    ['ad:1', 'public-media', 'ad:1', '{}', { picture: json }],
    [...reportText],
  ]);
  const seen: MediaJob[] = [];
  await runLane({
    account: 'bob',
    readiness: async (job: MediaJob) => {
      seen.push(job);
      return 'wait';
    },
    signal: new AbortController().signal,
  } as Partial<LaneParts> as LaneParts);
  expect(seen).toMatchObject([{ id: 'p', kind: 'post_file', type: 'image/png' }]);
  expect((await formerAds('bob')).files).toMatchObject([{ id: 'ad:1' }]);
  expect(await listReports('bob')).toMatchObject([{ id: 'r1', report, refused: null }]);
  // A visitor has only reports.
  await storeFormer('guest', []);
  expect(await listJobs('guest')).toEqual([]);
  await storeFormer('guest', [[...reportText]]);
  await sendReportJobs('guest', {});
  expect(filed).toEqual([report]);
});
