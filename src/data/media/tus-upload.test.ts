import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uploadResumable } from './tus-upload.ts';

interface Options {
  onProgress(sent: number): void;
}
const uploads: { options: Options; isStopped: boolean }[] = [];
vi.mock('tus-js-client', () => ({
  DetailedError: class extends Error {},
  Upload: class {
    isStopped = false;
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
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('an upload ends 30 s after its last progress, however long it takes as a whole', async () => {
  const onProgress = vi.fn();
  const outcome = vi.fn();
  const picture = { ...{ id: 'a', name: '', type: 'image/jpeg', width: 4, height: 3 }, preview: '', alt: '' };
  void uploadResumable({
    job: { bucket: 'post-images', path: 'p1/a.jpg', upload_url: null, picture: { ...picture, located: false } },
    ...{ bytes: new ArrayBuffer(9), endpoint: '/tus', headers: {}, signal: new AbortController().signal },
    ...{ onStarted() {}, onProgress },
  }).then(outcome);
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
