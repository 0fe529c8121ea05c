import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKey, writeKey } from '../device/kv.ts';
import { sendFiles } from './background-files.ts';
import { holdPictures, holdProfilePicture } from './hold.ts';
import { filesDeferredKey, mediaDatabase, mediaKey } from './media-key.ts';
import { changeJob, dropMedia, listJobs, readBytes } from './media-store.ts';
import { holdReport, listReports } from './report-store.ts';

vi.mock('../session/stored-token.ts', () => ({ storedTokens: () => async () => 'token' }));
vi.mock('../http/config.ts', () => ({
  endpoints: () => ({ supabaseUrl: 'https://api.example', publishableKey: 'k' }),
}));

const requests: string[] = [];
/** By method; 'stored': the file exists. */
let answers: Record<string, () => Response> = {};
let connection: { type: string } | undefined;

beforeEach(async () => {
  const lock = (_name: string, _options: object, work: (lock: object) => unknown) => work({});
  vi.stubGlobal('navigator', {
    locks: { request: lock },
    get connection() {
      return connection;
    },
  });
  vi.stubGlobal('fetch', async (url: string, { method = '' }: RequestInit) => {
    requests.push(`${method} ${new URL(url).pathname}`);
    return answers[method]?.() ?? new Response(null, { status: 500 });
  });
  const picture = { id: 'a', name: '', type: 'image/jpeg', width: 4, height: 3, preview: '', alt: '', located: false };
  const place = { bucket: 'post-images', folder: 'p1', entity_id: 'p1', label: '' } as const;
  await holdPictures('ann', place, [{ ...picture, bytes: new Uint8Array(5).buffer }]);
  answers = {
    HEAD: () => new Response(null, { status: 200, headers: { 'upload-offset': '5' } }),
    POST: () => new Response(null, { status: 201, headers: { location: '/new' } }),
    PATCH: () => new Response(null, { status: 204, headers: { 'upload-offset': '5' } }),
  };
});
afterEach(async () => {
  await dropMedia('ann');
  await writeKey(filesDeferredKey('ann'), false);
  vi.unstubAllGlobals();
  requests.length = 0;
  connection = undefined;
});
const states = async () => (await listJobs('ann')).map(({ state }) => state);

test('bytes that the storage had received but not stored as a file are sent again', async () => {
  await changeJob('ann', 'a', { upload_url: 'https://api.example/old' });
  expect(await sendFiles('ann')).toBe('done');
  expect(requests).toEqual(['HEAD /old', 'POST /storage/v1/upload/resumable', 'PATCH /new']);
  expect(await states()).toEqual(['sent']);
});

test('a file that the storage has is not sent again', async () => {
  await changeJob('ann', 'a', { upload_url: 'https://api.example/old' });
  answers['POST'] = () => Response.json({ message: 'The resource already exists' }, { status: 409 });
  expect(await sendFiles('ann')).toBe('done');
  expect(requests).toEqual(['HEAD /old', 'POST /storage/v1/upload/resumable']);
  expect(await states()).toEqual(['sent']);
});

test('a file that the storage refuses stays for the page, which shows the reason', async () => {
  answers['POST'] = () => Response.json({ message: 'new row violates row-level security' }, { status: 403 });
  expect(await sendFiles('ann')).toBe('later');
  expect(await states()).toEqual(['queued']);
});

test('with data saver the network of this moment counts, not that of the closed page', async () => {
  await writeKey(filesDeferredKey('ann'), true);
  expect(await readKey(filesDeferredKey('ann'))).toBe(true);
  connection = { type: 'cellular' };
  expect(await sendFiles('ann')).toBe('done');
  expect(requests).toEqual([]);
  connection = { type: 'wifi' };
  expect(await sendFiles('ann')).toBe('done');
  expect(await states()).toEqual(['sent']);
});

test('a picture for the image host is left to the page', async () => {
  await changeJob('ann', 'a', { state: 'sent' });
  vi.stubEnv('VITE_IMAGE_HOST_URL', 'https://host.example');
  vi.stubEnv('VITE_IMAGE_HOST_PRESET', 'rangeday');
  await holdProfilePicture('ann', 'banner_url', 'Banner', new Blob(['x'], { type: 'image/png' }));
  vi.unstubAllEnvs();
  expect(await sendFiles('ann')).toBe('done');
  expect(requests).toEqual([]);
  expect(await states()).toEqual(['sent', 'queued']);
});

test('a report is filed after its files, and deleted; one that the server refuses stays for the page', async () => {
  const report = {
    ...{ id: 'r1', post_url: 'https://app.example/posts/1', victim_username: null, description: 'What I saw' },
    ...{ reporter_email: null, storage_paths: ['r1/01.png'] },
  };
  const seen = new File(['seen!'], 'my garden.png', { type: 'image/png' });
  await changeJob('ann', 'a', { state: 'sent' });
  await holdReport('ann', report, [seen]);
  let status = 403;
  const bodies: unknown[] = [];
  const tus = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.endsWith('/csae_reports')) return tus(url, init);
    bodies.push(JSON.parse(init.body as string));
    return Response.json({ code: '42501', message: 'No.' }, { status });
  });
  expect(await sendFiles('ann')).toBe('done');
  expect(requests).toEqual(['POST /storage/v1/upload/resumable', 'PATCH /new']);
  expect(await listReports('ann')).toMatchObject([{ files: [{ state: 'sent', sent: 5 }] }]);
  status = 201;
  expect(await sendFiles('ann')).toBe('done');
  expect(bodies).toEqual([report, report]);
  expect(requests).toHaveLength(2);
  expect(await listReports('ann')).toEqual([]);
  expect(await readBytes('ann', 'r1/01.png')).toBeNull();
});

test('a database that no page of this release has opened is left to the page', async () => {
  await dropMedia('ann');
  const old = new Dexie(mediaDatabase('ann'));
  old.version(1).stores({ jobs: 'id, entity_id, &path', bytes: 'id' });
  await old.open();
  old.close();
  await writeKey(mediaKey('ann'), true);
  expect(await sendFiles('ann')).toBe('later');
});

test('a job that a page of the former release has stored meanwhile is left to a page', async () => {
  const old = new Dexie(mediaDatabase('ann'));
  old.version(1).stores({ jobs: 'id, entity_id, &path', bytes: 'id' });
  await old.table('jobs').put({
    id: 'f',
    path: 'f',
    bucket: 'post-images',
    entity_id: 'p',
    ...{ state: 'queued', upload_url: null, size: 3 },
  });
  await old.table('bytes').put({ id: 'f', bytes: new ArrayBuffer(3) });
  old.close();
  await sendFiles('ann');
  expect(requests).toHaveLength(2);
  expect(await readBytes('ann', 'f')).not.toBeNull();
});
