import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DetailedError } from 'tus-js-client';
import { uploadResumable } from './tus-upload.ts';

interface Options {
  uploadUrl: string | null;
  chunkSize: number;
  uploadDataDuringCreation: boolean;
  metadata: Record<string, string>;
  onProgress(sent: number): void;
  onSuccess(): void;
  onError(error: Error): void;
  onBeforeRequest(request: { getMethod(): string; setHeader(): void }): Promise<void>;
  onAfterResponse(
    request: { getMethod(): string },
    response: { getStatus(): number; getHeader(name: string): string | undefined; getBody(): string },
  ): void;
}
const uploads: { url: string | null; options: Options; isStopped: boolean }[] = [];
vi.mock('tus-js-client', () => ({
  DetailedError: class extends Error {},
  Upload: class {
    isStopped = false;
    url: string | null = null;
    options: Options;
    constructor(_: Blob, options: Options) {
      this.options = options;
    }
    start() {
      uploads.push(this);
    }
    async abort() {
      this.isStopped = true;
    }
  },
}));

const response = (status: number, offset?: number) => ({
  getStatus: () => status,
  getHeader: () => (offset === undefined ? undefined : String(offset)),
  getBody: () => '',
});

beforeEach(() => {
  uploads.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const CALL = {
  job: { bucket: 'post-images', path: 'p1/a.jpg', upload_url: null, type: 'image/jpeg', failures: 0 },
  ...{ bytes: new ArrayBuffer(9), endpoint: '/tus', publishableKey: 'key', tokens: async () => null },
} as const;

test('an upload ends 30 s after its last progress, however long it takes as a whole', async () => {
  const onProgress = vi.fn();
  const outcome = vi.fn();
  const { signal } = new AbortController();
  void uploadResumable({ ...CALL, signal, onStarted() {}, onConfirmed() {}, onProgress }).then(outcome);
  const [upload] = uploads;
  for (let sent = 1; sent <= 9; sent += 1) {
    await vi.advanceTimersByTimeAsync(29_000);
    upload?.options.onProgress(sent);
  }
  expect(onProgress).toHaveBeenCalledTimes(9);
  await vi.advanceTimersByTimeAsync(29_999);
  expect(outcome).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome).toHaveBeenCalledExactlyOnceWith({ kind: 'later' });
  expect(upload?.isStopped).toBe(true);
});

test('an upload whose connection was lost continues at once where the server has it, and one that has not begun goes on', async () => {
  const drops = new EventTarget();
  const { signal } = new AbortController();
  const outcome = uploadResumable({ ...CALL, signal, drops, onStarted() {}, onConfirmed() {}, onProgress() {} });
  drops.dispatchEvent(new Event('drop'));
  expect(uploads).toHaveLength(1);
  const [first] = uploads;
  first!.url = '/tus/1';
  await vi.advanceTimersByTimeAsync(501);
  drops.dispatchEvent(new Event('drop'));
  expect(first!.isStopped).toBe(true);
  // The same loss, reported again.
  drops.dispatchEvent(new Event('drop'));
  expect(uploads.map(({ options }) => options.uploadUrl)).toEqual([null, '/tus/1']);
  await uploads[1]!.options.onBeforeRequest({ getMethod: () => 'PATCH', setHeader() {} });
  uploads[1]!.options.onSuccess();
  expect(await outcome).toEqual({ kind: 'done' });
  drops.dispatchEvent(new Event('drop'));
  expect(uploads).toHaveLength(2);
});

test('a request has the bytes of four seconds, and only what the server has is confirmed', async () => {
  const confirmed: number[] = [];
  const { signal } = new AbortController();
  const onConfirmed = (offset: number) => confirmed.push(offset);
  void uploadResumable({ ...CALL, signal, onStarted() {}, onConfirmed, onProgress() {} });
  const { options } = uploads[0]!;
  const respond = (method: string, status: number, offset?: number) =>
    options.onAfterResponse({ getMethod: () => method }, response(status, offset));
  const send = async (bytes: number, ms: number) => {
    await options.onBeforeRequest({ getMethod: () => 'PATCH', setHeader() {} });
    await vi.advanceTimersByTimeAsync(ms);
    respond('PATCH', 204, (confirmed.at(-1) ?? 0) + bytes);
    return options.chunkSize;
  };
  respond('POST', 201);
  expect(options.chunkSize).toBe(65_536);
  expect(await send(60_000, 1000)).toBe(240_000);
  // On a fast network in steps, because most of a short request is a round trip.
  expect(await send(240_000, 50)).toBe(960_000);
  expect(await send(960_000, 12_000)).toBe(320_000);
  expect(await send(1000, 6000)).toBe(65_536);
  respond('PATCH', 500);
  expect(confirmed).toEqual([0, 60_000, 300_000, 1_260_000, 1_261_000]);
});

test('a short rest of a file goes along with the request before it', async () => {
  const { signal } = new AbortController();
  const on = { onStarted() {}, onConfirmed() {}, onProgress() {} };
  void uploadResumable({ ...CALL, ...on, signal, bytes: new ArrayBuffer(300_000) });
  const { options } = uploads[0]!;
  const continueAt = (offset: number) => {
    options.onAfterResponse({ getMethod: () => 'HEAD' }, response(200, offset));
    return options.chunkSize;
  };
  expect([0, 200_000, 208_000, 299_000].map(continueAt)).toEqual([65_536, 65_536, 92_000, 65_536]);
});

test('a request that failed is repeated at once where the file has moved on, and otherwise after a pause of the lane', async () => {
  const { signal } = new AbortController();
  const outcome = uploadResumable({ ...CALL, signal, onStarted() {}, onConfirmed() {}, onProgress() {} });
  const fail = (method: string, status: number, offset?: number) => {
    const upload = uploads.at(-1)!;
    upload.url = '/tus/1';
    upload.options.onAfterResponse({ getMethod: () => method }, response(status, offset));
    upload.options.onError(new Error('The connection was lost.'));
  };
  fail('POST', 201);
  fail('HEAD', 200, 4);
  expect(uploads.map(({ options }) => options.uploadUrl)).toEqual([null, '/tus/1', '/tus/1']);
  // The request after this answer may have moved it on.
  fail('HEAD', 200, 4);
  expect(uploads).toHaveLength(4);
  fail('HEAD', 200, 5);
  fail('HEAD', 200, 5);
  fail('HEAD', 200, 5);
  expect(await outcome).toEqual({ kind: 'later' });
  expect(uploads).toHaveLength(6);
});

test('the first bytes go with the request that begins an upload, and a short file whole, but not after a failure', () => {
  const { signal } = new AbortController();
  const on = { onStarted() {}, onConfirmed() {}, onProgress() {} };
  const beginOf = (size: number, failures = 0) => {
    void uploadResumable({ ...CALL, ...on, signal, job: { ...CALL.job, failures }, bytes: new ArrayBuffer(size) });
    const { uploadDataDuringCreation, chunkSize } = uploads.at(-1)!.options;
    return uploadDataDuringCreation ? chunkSize : 0;
  };
  expect([300_000, 20_000].map((size) => beginOf(size))).toEqual([16_667, 20_000]);
  expect(beginOf(300_000, 1)).toBe(0);
});

test('an upload whose beginning is lost is begun once more at once, and then after a pause of the lane', async () => {
  const { signal } = new AbortController();
  const outcome = uploadResumable({ ...CALL, signal, onStarted() {}, onConfirmed() {}, onProgress() {} });
  uploads[0]!.options.onError(new Error('The connection was lost.'));
  expect(uploads.map(({ options }) => options.uploadUrl)).toEqual([null, null]);
  uploads[1]!.options.onError(new Error('The connection was lost.'));
  expect(await outcome).toEqual({ kind: 'later' });
  expect(uploads).toHaveLength(2);
});

test.each([
  [
    'the text of a trigger',
    403,
    'This file cannot be uploaded here.',
    { kind: 'absent', message: 'This file cannot be uploaded here.' },
  ],
  ['the name of a policy', 403, 'new row violates row-level security policy', { kind: 'absent', message: '' }],
  [
    'a sentence alone, as resumable uploads are answered',
    413,
    'Maximum size exceeded',
    { kind: 'refused', message: 'Maximum size exceeded' },
  ],
  [
    'JSON',
    400,
    '{"statusCode":"400","message":"The picture has too many pixels."}',
    { kind: 'refused', message: 'The picture has too many pixels.' },
  ],
  ['the page of a proxy', 413, '<html><h1>Too large</h1></html>', { kind: 'refused', message: '' }],
])('the reason of a refused upload is shown: %s', async (_, status, body, expected) => {
  const { signal } = new AbortController();
  const outcome = uploadResumable({ ...CALL, signal, onStarted() {}, onConfirmed() {}, onProgress() {} });
  const answer = { getStatus: () => status, getBody: () => body };
  uploads[0]!.options.onError(
    Object.assign(Object.create(DetailedError.prototype) as Error, { originalResponse: answer }),
  );
  expect(await outcome).toEqual(expected);
});

test('a public file may be cached for an hour, and a private one is never fresh in a cache', () => {
  const { signal } = new AbortController();
  const on = { onStarted() {}, onConfirmed() {}, onProgress() {} };
  const timeOf = (
    bucket: 'post-images' | 'comment-images' | 'csae-report-files' | 'public-media' | 'public-videos',
  ) => {
    void uploadResumable({ ...CALL, ...on, signal, job: { ...CALL.job, bucket } });
    return uploads.at(-1)!.options.metadata['cacheControl'];
  };
  expect([timeOf('post-images'), timeOf('comment-images'), timeOf('csae-report-files')]).toEqual(['0', '0', '0']);
  expect([timeOf('public-media'), timeOf('public-videos')]).toEqual(['3600', '3600']);
});
