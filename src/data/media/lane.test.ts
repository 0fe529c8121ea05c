import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { heldPictures, holdPictures, holdVideo, releasePictures } from './hold.ts';
import { type LaneParts, type Readiness, runLane } from './lane.ts';
import { localImage } from './local-pictures.ts';
import { changeJob, dropMedia, listJobs, measureMedia } from './media-store.ts';
import { type MediaJob, rowOf, type UploadOutcome } from './media-row.ts';
import type { UploadCall } from './tus-upload.ts';
import { adoptSession, GUEST } from '../session/session.ts';

const picture = (id: string) => ({
  ...{ id, name: `${id}.jpg`, type: 'image/jpeg', width: 4, height: 3, preview: '', alt: ' Steel ', located: true },
  bytes: new Uint8Array([1, 2, 3]).buffer,
});
const hold = (post: string, ids: string[]) =>
  holdPictures('ann', { bucket: 'post-images', folder: post, entity_id: post, label: 'A title' }, ids.map(picture));

let outcomes: UploadOutcome[] = [];
const calls: UploadCall[] = [];
const readiness = new Map<string, Readiness>();
const closing = new AbortController();
/** Videos that a post or a draft has. */
const posts = new Set<string>();
const drafts = new Set<string>();

const parts = (other: Partial<LaneParts> = {}): LaneParts => ({
  account: 'ann',
  readiness: async (job) => readiness.get(rowOf(job)) ?? 'ready',
  postOf: async ({ id }) => (posts.has(id) ? { id: 'p9', label: 'Night league' } : null),
  isAbandoned: async ({ id }) => !drafts.has(id),
  tokens: async () => 'token',
  mayUpload: () => true,
  upload: async (call) => {
    calls.push(call);
    call.onStarted(`/upload/${call.job.path}`);
    call.onProgress(2);
    return outcomes.shift() ?? { kind: 'done' };
  },
  endpoint: '/tus',
  publishableKey: 'key',
  signal: closing.signal,
  ...other,
});
const states = async () => (await listJobs('ann')).map(({ id, state }) => `${id} ${state}`);

beforeEach(() => adoptSession({ kind: 'member', userId: 'ann', email: '', username: null }));
afterEach(async () => {
  await dropMedia('ann');
  calls.length = 0;
  outcomes = [];
  readiness.clear();
  posts.clear();
  drafts.clear();
  vi.useRealTimers();
  adoptSession(GUEST);
});

test('files are sent in their order, and their bytes stay until the post is confirmed', async () => {
  const rows = await hold('p1', ['b', 'a']);
  expect(rows).toMatchObject([
    { id: 'b', position: 0, alt: 'Steel', preview: null },
    { url: '/storage/v1/object/authenticated/post-images/p1/a.jpg', position: 1, width: 4, height: 3 },
  ]);
  await runLane(parts());
  expect(calls.map(({ job }) => job.path)).toEqual(['p1/b.jpg', 'p1/a.jpg']);
  expect(calls[0]).toMatchObject({ publishableKey: 'key', endpoint: '/tus' });
  expect(await states()).toEqual(['b sent', 'a sent']);
  expect(await heldPictures('ann', 'p1')).toMatchObject([{ id: 'b', located: true }, { id: 'a' }]);
  await runLane(parts());
  expect(calls).toHaveLength(2);
  readiness.set('p1', 'done');
  await runLane(parts());
  expect(await measureMedia('ann')).toMatchObject({ count: 0, bytes: 0 });
  // This page still shows it from memory.
  expect((await localImage(rows[0]?.url ?? ''))?.size).toBe(3);
});

test('a post that is not on the server yet, or data saver, holds its files but not those of others', async () => {
  await hold('p1', ['a']);
  await hold('p2', ['b']);
  readiness.set('p1', 'wait');
  await runLane(parts({ mayUpload: () => false }));
  expect(calls).toEqual([]);
  await runLane(parts());
  expect(await states()).toEqual(['a queued', 'b sent']);
  readiness.set('p1', 'gone');
  await runLane(parts());
  expect(await states()).toEqual(['b sent']);
});

test('without a network the first failure ends the run, and the next one continues where the file stopped', async () => {
  await hold('p1', ['a', 'b']);
  outcomes = [{ kind: 'later' }];
  const next = await runLane(parts());
  expect(next).toBeGreaterThan(Date.now());
  expect(calls).toHaveLength(1);
  expect(await listJobs('ann')).toMatchObject([
    { state: 'queued', failures: 1, upload_url: '/upload/p1/a.jpg', sent: 2 },
    { state: 'queued', failures: 0 },
  ]);
  // Not before the pause has passed; the second one has none.
  await runLane(parts());
  expect(calls.map(({ job }) => job.path)).toEqual(['p1/a.jpg', 'p1/b.jpg']);
  await runLane(parts({ isUrgent: true }));
  expect(calls.at(-1)?.job).toMatchObject({ path: 'p1/a.jpg', upload_url: '/upload/p1/a.jpg' });
  expect(await states()).toEqual(['a sent', 'b sent']);
});

test('once the server has answered, three files are sent at the same time, and the next one when one of them is complete', async () => {
  await hold('p1', ['a', 'b', 'c', 'd', 'e']);
  const open = new Map<string, { answer: () => void; end: (outcome: UploadOutcome) => void }>();
  const upload = (call: UploadCall) =>
    new Promise<UploadOutcome>((end) => open.set(call.job.path, { answer: () => call.onConfirmed(0), end }));
  const run = runLane(parts({ upload }));
  const begun = (names: string) =>
    vi.waitFor(() => expect([...open.keys()]).toEqual([...names].map((name) => `p1/${name}.jpg`)));
  await begun('a');
  open.get('p1/a.jpg')?.answer();
  await begun('ab');
  open.get('p1/b.jpg')?.answer();
  await begun('abc');
  open.get('p1/c.jpg')?.answer();
  open.get('p1/a.jpg')?.end({ kind: 'done' });
  await begun('abcd');
  // Without a connection no other one is begun, and the run ends with those.
  for (const name of ['b', 'c', 'd']) open.get(`p1/${name}.jpg`)?.end({ kind: 'later' });
  await run;
  expect(await states()).toEqual(['a sent', 'b queued', 'c queued', 'd queued', 'e queued']);
});

test('the pauses grow while nothing gets through, and are short again after progress', async () => {
  await hold('p1', ['a']);
  const fail = async (sent: number) => {
    const upload = async (call: UploadCall): Promise<UploadOutcome> => (call.onConfirmed(sent), { kind: 'later' });
    await runLane(parts({ isUrgent: true, upload }));
    const [job] = await listJobs('ann');
    return [job?.failures, job?.confirmed];
  };
  expect(await fail(0)).toEqual([1, 0]);
  expect(await fail(0)).toEqual([2, 0]);
  expect(await fail(1)).toEqual([1, 1]);
  expect(await fail(1)).toEqual([2, 1]);
  expect(await fail(2)).toEqual([1, 2]);
});

test('a file that is cancelled while it is sent stops at once, and the next one is sent', async () => {
  await hold('p1', ['a']);
  await hold('p2', ['b']);
  const upload = async (call: UploadCall): Promise<UploadOutcome> => {
    if (call.job.path !== 'p1/a.jpg') return { kind: 'done' };
    await releasePictures('ann', 'p1');
    const stopped = new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    call.onProgress(1);
    await stopped;
    return { kind: 'later' };
  };
  await runLane(parts({ upload }));
  expect(await states()).toEqual(['b sent']);
});

test('F21: an upload that an update of the app stops is continued by the next page', async () => {
  await hold('p1', ['a']);
  const closed = new AbortController();
  const upload = async (call: UploadCall): Promise<UploadOutcome> => {
    call.onStarted('/upload/1');
    call.onProgress(2);
    closed.abort();
    return { kind: 'later' };
  };
  await runLane(parts({ upload, signal: closed.signal }));
  expect(await listJobs('ann')).toMatchObject([{ state: 'queued', upload_url: '/upload/1', sent: 2 }]);
  await runLane(parts({ isUrgent: true }));
  expect(calls.map(({ job }) => job.upload_url)).toEqual(['/upload/1']);
  expect(await states()).toEqual(['a sent']);
});

test('F21: an upload that was cut off without notice is continued where the server last was', async () => {
  await hold('p1', ['a']);
  await changeJob('ann', 'a', { state: 'sending', upload_url: '/upload/1', sent: 2 });
  await runLane(parts());
  expect(calls.map(({ job }) => job.upload_url)).toEqual(['/upload/1']);
  expect(await states()).toEqual(['a sent']);
});

test('a sent file whose post waits for days is asked about less and less often', async () => {
  await hold('p1', ['a']);
  await runLane(parts());
  const [job] = await listJobs('ann');
  const next = async (passed: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: (job?.not_before ?? 0) + passed });
    return (await runLane(parts())) - Date.now();
  };
  expect([await next(0), await next(60_000), await next(86_400_000)]).toEqual([2000, 60_000, 600_000]);
});

test('a file that another tab stores while the last one is removed is found', async () => {
  await hold('p1', ['a']);
  await Promise.all([releasePictures('ann', 'p1'), hold('p2', ['b'])]);
  expect(await measureMedia('ann')).toMatchObject({ count: 1 });
});

test('a refused file does not hold the others', async () => {
  await hold('p1', ['a', 'b']);
  outcomes = [{ kind: 'refused', message: 'The file is no picture.' }];
  await runLane(parts());
  expect(await listJobs('ann')).toMatchObject([
    { id: 'a', state: 'refused', error: 'The file is no picture.' },
    { id: 'b', state: 'sent' },
  ]);
  await releasePictures('ann', 'p1');
  expect(await states()).toEqual([]);
});

test.each(['"exp" claim timestamp check failed', 'signature verification failed', 'jwt expired'])(
  'a file that a former release took for refused because of its token is sent again: %s',
  async (error) => {
    await hold('p1', ['a', 'b']);
    await changeJob('ann', 'a', { state: 'refused', error });
    await changeJob('ann', 'b', { state: 'refused', error: 'The file is no picture.' });
    await runLane(parts());
    expect(await states()).toEqual(['a sent', 'b refused']);
  },
);

test('a post that the server does not know for long leaves the decision to the member', async () => {
  await hold('p1', ['a']);
  for (let attempt = 0; attempt < 6; attempt += 1) {
    outcomes = [{ kind: 'absent', message: 'This file cannot be uploaded here.' }];
    await runLane(parts({ isUrgent: true }));
  }
  expect(await listJobs('ann')).toMatchObject([{ state: 'refused', error: 'This file cannot be uploaded here.' }]);
});

test('the server is asked about a sent file that others do not see soon, and not before', async () => {
  await hold('p1', ['a']);
  const asked: string[][] = [];
  const checkSent = (jobs: readonly MediaJob[]) => void asked.push(jobs.map(({ id }) => id));
  await runLane(parts({ checkSent }));
  const [job] = await listJobs('ann');
  const runAt = async (passed: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: (job?.not_before ?? 0) + passed });
    await runLane(parts({ checkSent }));
  };
  await runAt(1900);
  expect(asked).toEqual([]);
  await runAt(2000);
  expect(asked).toEqual([['a']]);
  // The embedded storage has checked it with the upload.
  readiness.set('p1', 'done');
  await runAt(4000);
  expect(asked).toEqual([['a']]);
});

describe('a video', () => {
  const video = {
    type: 'video/mp4' as const,
    name: 'a.mp4',
    width: 4,
    height: 3,
    seconds: 42,
    located: false,
    still: '',
  };
  const take = () => holdVideo('ann', { ...video, bytes: new Uint8Array(9).buffer });

  test('waits in its draft and is no file to send; then it is sent for the post that shows it', async () => {
    const id = await take();
    drafts.add(id);
    expect(await measureMedia('ann')).toMatchObject({ count: 0, bytes: 0, draftBytes: 9 });
    await runLane(parts());
    expect(await states()).toEqual([`${id} draft`]);
    posts.add(id);
    readiness.set('p9', 'wait');
    await runLane(parts());
    expect(calls).toEqual([]);
    expect(await listJobs('ann')).toMatchObject([{ state: 'queued', entity_id: 'p9', label: 'Night league' }]);
    readiness.set('p9', 'ready');
    await runLane(parts());
    expect(calls.map(({ job: { bucket, path } }) => `${bucket} ${path}`)).toEqual([
      `public-videos ann/${id}_4x3_42_9.mp4`,
    ]);
    readiness.set('p9', 'done');
    await runLane(parts());
    expect(await listJobs('ann')).toEqual([]);
  });

  test('stays when its post becomes a draft again, and is deleted with its discarded post', async () => {
    const id = await take();
    posts.add(id);
    await runLane(parts({ mayUpload: () => false }));
    expect(await states()).toEqual([`${id} queued`]);
    posts.clear();
    drafts.add(id);
    readiness.set('p9', 'gone');
    await runLane(parts());
    expect(await states()).toEqual([`${id} draft`]);
    posts.add(id);
    drafts.clear();
    await runLane(parts());
    expect(await listJobs('ann')).toEqual([]);
  });

  test('of a discarded draft is deleted, but not before the draft had time to be stored', async () => {
    const id = await take();
    await runLane(parts());
    expect(await states()).toEqual([`${id} draft`]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 });
    await runLane(parts());
    expect(await listJobs('ann')).toEqual([]);
  });
});

test('a picture that went to the image host keeps its address there', async () => {
  await hold('p1', ['a']);
  outcomes = [{ kind: 'later' }, { kind: 'done', hosted_url: 'https://host.example/a.jpg' }];
  await runLane(parts());
  expect(await listJobs('ann')).toMatchObject([{ state: 'queued' }]);
  await runLane(parts({ isUrgent: true }));
  expect(await listJobs('ann')).toMatchObject([{ state: 'sent', hosted_url: 'https://host.example/a.jpg' }]);
});
