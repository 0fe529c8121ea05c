import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { measureMedia } from './media-store.ts';
import { sendReportJobs } from './report-lane.ts';
import { dropReport, heldReport, holdReport, listReports } from './report-store.ts';
import type { UploadOutcome } from './media-row.ts';
import { type UploadCall, uploadResumable } from './tus-upload.ts';

vi.mock('./tus-upload.ts', () => ({ uploadResumable: vi.fn() }));

const report = {
  ...{ id: 'r1', post_url: 'https://app.example/posts/1', victim_username: null, description: 'What I saw' },
  ...{ reporter_email: null, storage_paths: ['r1/01.png', 'r1/02.mp4'] },
};
const files = [new File(['one'], 'my garden.png', { type: 'image/png' }), new File(['two'], '', { type: 'video/mp4' })];
const calls: UploadCall[] = [];
let outcome: UploadOutcome = { kind: 'done' };
const filed: unknown[] = [];
let status = 201;

beforeEach(() => {
  vi.stubGlobal('location', { origin: 'https://app.example' });
  vi.mocked(uploadResumable).mockImplementation(async (call) => {
    calls.push(call);
    return outcome;
  });
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    filed.push(JSON.parse(body as string));
    return Response.json({ message: 'No.' }, { status });
  });
});
afterEach(async () => {
  await dropReport('guest', 'r1');
  vi.unstubAllGlobals();
  calls.length = 0;
  filed.length = 0;
  outcome = { kind: 'done' };
  status = 201;
});

test('a report is filed after its files, and nothing of it stays on the device', async () => {
  await holdReport('guest', report, files);
  expect(await measureMedia('guest')).toMatchObject({ count: 0, reports: 1 });
  await sendReportJobs('guest', {});
  expect(calls.map(({ job }) => [job.bucket, job.path])).toEqual([
    ['csae-report-files', 'r1/01.png'],
    ['csae-report-files', 'r1/02.mp4'],
  ]);
  expect(JSON.stringify(calls)).not.toContain('garden');
  expect(filed).toEqual([report]);
  expect(await listReports('guest')).toEqual([]);
  expect(await measureMedia('guest')).toEqual({ count: 0, bytes: 0, reports: 0, draftBytes: 0 });
});

test('without a connection it waits, and continues where it was', async () => {
  await holdReport('guest', report, files);
  outcome = { kind: 'later' };
  await sendReportJobs('guest', {});
  expect(filed).toEqual([]);
  expect(await measureMedia('guest')).toMatchObject({ reports: 1 });
  outcome = { kind: 'done' };
  await sendReportJobs('guest', {});
  expect(filed).toEqual([]);
  await sendReportJobs('guest', { isUrgent: true });
  expect(filed).toHaveLength(1);
});

test('a refused file holds the report, which can be corrected', async () => {
  await holdReport('guest', report, files);
  outcome = { kind: 'absent', message: '' };
  await sendReportJobs('guest', {});
  expect((await listReports('guest'))[0]?.files.map(({ state }) => state)).toEqual(['refused', 'queued']);
  expect(filed).toEqual([]);
  const held = await heldReport('guest', 'r1');
  expect(held?.report).toEqual(report);
  expect(await Promise.all(held?.files.map((file) => file.text()) ?? [])).toEqual(['one', 'two']);
});

test('a second report does not replace the first; a corrected one does', async () => {
  const other = { ...report, id: 'r2', storage_paths: ['r2/01.png'] };
  await holdReport('guest', report, files);
  await holdReport('guest', other, files.slice(0, 1));
  outcome = { kind: 'absent', message: '' };
  await sendReportJobs('guest', {});
  outcome = { kind: 'done' };
  await holdReport('guest', { ...report, id: 'r3', storage_paths: [] }, [], 'r1');
  expect((await listReports('guest')).map(({ id }) => id)).toEqual(['r2', 'r3']);
  await holdReport('guest', { ...other, id: 'r4', storage_paths: ['r4/01.png'] }, files.slice(0, 1), 'r2');
  await sendReportJobs('guest', {});
  expect(filed).toMatchObject([{ id: 'r3' }, { id: 'r4' }]);
});

test('a report that the server refuses stays', async () => {
  await holdReport('guest', { ...report, storage_paths: [] }, []);
  status = 403;
  await sendReportJobs('guest', {});
  expect(await listReports('guest')).toMatchObject([{ refused: 'No.' }]);
});

test('a visitor’s report is sent by the service worker if the page is closed', async () => {
  const register = vi.fn(async () => {});
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ sync: { register } }) } });
  await holdReport('guest', report, files);
  await vi.waitFor(() => expect(register).toHaveBeenCalledOnce());
});
