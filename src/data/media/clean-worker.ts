import { barePicture, problemOfFile } from './bare-picture.ts';
import type { CleaningTask } from './cleaner.ts';
import { cleanVideo } from './clean-video.ts';
import { cleanPicture, drawThumbnail } from './clean.ts';

const WORK = {
  picture: cleanPicture,
  bare: async (bytes: ArrayBuffer) => barePicture(bytes),
  problem: async (bytes: ArrayBuffer) => ({ code: problemOfFile(new Uint8Array(bytes)) }),
  thumbnail: drawThumbnail,
  video: async (bytes: ArrayBuffer) => cleanVideo(bytes),
} as const;

/** Held until the worker ends or is killed (startWorker), so that the page has its name before any work. */
const lock = `clean-${performance.timeOrigin}-${Math.random()}`;
const isWatched = new Promise<void>((resolve) => {
  if (!navigator.locks) return resolve();
  const hold = () => {
    postMessage({ lock });
    resolve();
    return new Promise(() => {});
  };
  navigator.locks.request(lock, hold).catch(() => resolve());
});

/** A worker: decoding 12 megapixels or reading 100 MB must not block the page. Answers each id, with progress. */
addEventListener('message', ({ data }: MessageEvent<CleaningTask>) => void work(data));

async function work({ id, bytes, task }: CleaningTask): Promise<void> {
  await isWatched;
  const result = await WORK[task](bytes, (progress) => postMessage({ id, progress })).catch(() =>
    task === 'thumbnail' ? null : ({ ok: false, code: 'unreadable' } as const),
  );
  const isCleaned = result !== null && 'ok' in result && result.ok;
  const kept = !isCleaned ? [] : 'picture' in result ? [result.picture.bytes] : [result.bytes];
  // In a page, whose types this file is compiled with, the second argument would be an origin.
  postMessage({ id, result }, { transfer: kept });
}
