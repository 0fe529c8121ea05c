import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadResumable } from './tus-upload.ts';

interface Options {
  uploadUrl: string | null;
  onProgress(sent: number): void;
  onSuccess(): void;
  onBeforeRequest(request: { getMethod(): string }): void;
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

beforeEach(() => {
  uploads.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const picture = {
  ...{ id: 'a', name: '', type: 'image/jpeg', width: 4, height: 3 },
  preview: '',
  alt: '',
  located: false,
};
const CALL = {
  job: { bucket: 'post-images', path: 'p1/a.jpg', upload_url: null, picture },
  ...{ bytes: new ArrayBuffer(9), endpoint: '/tus', headers: {} },
} as const;

test('an upload ends 30 s after its last progress, however long it takes as a whole', async () => {
  const onProgress = vi.fn();
  const outcome = vi.fn();
  const { signal } = new AbortController();
  void uploadResumable({ ...CALL, signal, onStarted() {}, onProgress }).then(outcome);
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
  const outcome = uploadResumable({ ...CALL, signal, drops, onStarted() {}, onProgress() {} });
  drops.dispatchEvent(new Event('drop'));
  expect(uploads).toHaveLength(1);
  const [first] = uploads;
  first!.url = '/tus/1';
  drops.dispatchEvent(new Event('drop'));
  expect(first!.isStopped).toBe(true);
  expect(uploads.map(({ options }) => options.uploadUrl)).toEqual([null, '/tus/1']);
  uploads[1]!.options.onBeforeRequest({ getMethod: () => 'PATCH' });
  uploads[1]!.options.onSuccess();
  expect(await outcome).toEqual({ kind: 'done' });
  drops.dispatchEvent(new Event('drop'));
  expect(uploads).toHaveLength(2);
});
