import type { NewVideo } from '#data/media/hold.ts';
import { VIDEO_LIMITS } from '#contract/media.ts';
import { PREVIEW_SIDE, writePreview } from '#contract/video-preview.ts';
import { isQuotaError } from '#data/device/storage-errors.ts';
import { removeJobs } from '#data/media/media-store.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { isDeviceFull } from '#features/media/mutations.ts';
import { problemOf, type VideoFacts, type VideoProblemCode } from './video-facts.ts';

export type TakeVideoResult =
  | { ok: true; id: string }
  | { ok: false; code: VideoProblemCode; facts: VideoFacts | null; size: number };

/** An unplayable file may report neither error nor length. A slow device may also just take time. */
const SLOW_MS = 15_000;
/** Behind the end of every video. */
const FAR_END = 1e7;

type Probed = Pick<VideoFacts, 'seconds' | 'width' | 'height'>;

export interface Checking {
  /** It has lasted long. */
  onSlow: () => void;
  /** The member has removed this file. */
  signal: AbortSignal;
}

/** Reads length, size and a tiny still as the browser plays it. Null: it cannot, or was stopped. */
function probe(file: File, { onSlow, signal }: Checking): Promise<(Probed & { still: string }) | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  const slow = setTimeout(onSlow, SLOW_MS);
  const found = new Promise<Probed | null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null));
    video.onerror = () => resolve(null);
    video.ondurationchange = () => {
      const { duration: seconds, videoWidth: width, videoHeight: height } = video;
      // A file without a picture is sound.
      if (Number.isFinite(seconds) && height > 0) resolve({ seconds, width, height });
      // A recording of the browser does not name its length, which is known after the last frame was read.
      else if (seconds === Infinity) video.currentTime = FAR_END;
    };
    video.onloadedmetadata = () => video.videoHeight === 0 && resolve(null);
    video.preload = 'metadata';
    video.muted = true;
    video.src = url;
  });
  const probed = found.then(async (facts) => facts && { ...facts, still: await readStill(video).catch(() => '') });
  return probed.finally(() => {
    clearTimeout(slow);
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  });
}

/** A browser that decodes nothing off the screen never shows the picture. */
const STILL_MS = 3000;
/** The first frame is black in many films. */
const STILL_AT = 0.1;

/** The picture at the beginning. '' if the browser does not show it. */
async function readStill(video: HTMLVideoElement): Promise<string> {
  const isShown = new Promise<boolean>((resolve) => {
    setTimeout(resolve, STILL_MS, false);
    video.onseeked = () => resolve(true);
  });
  video.currentTime = STILL_AT;
  if (!(await isShown)) return '';
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [PREVIEW_SIDE, PREVIEW_SIDE];
  const context = canvas.getContext('2d');
  if (!context) return '';
  context.imageSmoothingQuality = 'high';
  context.drawImage(video, 0, 0, PREVIEW_SIDE, PREVIEW_SIDE);
  return writePreview(context.getImageData(0, 0, PREVIEW_SIDE, PREVIEW_SIDE).data);
}

/** How much of a file its format can be read from. */
const HEAD_BYTES = 64;

/** Checks a video, removes its metadata and stores it for the draft, on the device. Null: stopped. */
export async function takeVideo(file: File, checking: Checking): Promise<TakeVideoResult | null> {
  const [{ sniffVideo }, { cleanVideo }, { holdVideo }] = await Promise.all([
    import('#data/media/strip/sniff-video.ts'),
    import('#data/media/cleaner.ts'),
    import('#data/media/hold.ts'),
  ]);
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null);
  const isKnown = head !== null && sniffVideo(new Uint8Array(head)) !== null;
  const found = isKnown ? await probe(file, checking) : null;
  if (checking.signal.aborted) return null;
  const { still = '', ...probed } = found ?? {};
  const facts: VideoFacts = { seconds: null, width: 0, height: 0, ...probed, size: file.size };
  const failed = (code: VideoProblemCode): TakeVideoResult => ({
    ...{ ok: false, code, size: file.size },
    facts: found && facts,
  });
  const problem = problemOf(isKnown, facts);
  if (problem !== null || facts.seconds === null) return failed(problem ?? 'format');
  if (await isDeviceFull(Math.min(file.size, VIDEO_LIMITS.bytes))) return failed('storage_full');
  const original = await file.arrayBuffer().catch(() => null);
  const cleaned = original && (await cleanVideo(original));
  if (checking.signal.aborted) return null;
  if (!cleaned?.ok) return failed('format');
  const { type, bytes, located } = cleaned;
  const { seconds, width, height } = facts;
  const video: NewVideo = { name: file.name, type, bytes, located, seconds, width, height, still };
  try {
    return { ok: true, id: await holdVideo(accountOf(sessionStore.get()), video) };
  } catch (error) {
    return failed(isQuotaError(error) ? 'storage_full' : 'storage_unavailable');
  }
}

/** Deletes the video of a draft from the device. */
export const dropVideo = (id: string): Promise<void> => removeJobs(accountOf(sessionStore.get()), [id]);
