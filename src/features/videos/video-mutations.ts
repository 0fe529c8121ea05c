import type { NewVideo } from '#data/media/hold.ts';
import { VIDEO_LIMITS } from '#contract/media.ts';
import { isQuotaError } from '#data/device/storage-errors.ts';
import { removeJobs } from '#data/media/media-store.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { isDeviceFull } from '#features/media/mutations.ts';
import { problemOf, type VideoFacts, type VideoProblemCode } from './video-facts.ts';

export type TakeVideoResult =
  | { ok: true; id: string }
  | { ok: false; code: VideoProblemCode; facts: VideoFacts | null; size: number };

/** A file that this browser cannot play reports no error in some cases, and no length either. */
const PATIENCE_MS = 15_000;
/** Behind the end of every video. */
const FAR_END = 1e7;

/** Reads length and size as the browser plays it. Null: it cannot. */
function probe(file: File): Promise<Pick<VideoFacts, 'seconds' | 'width' | 'height'> | null> {
  const video = document.createElement('video');
  const url = URL.createObjectURL(file);
  const found = new Promise<Pick<VideoFacts, 'seconds' | 'width' | 'height'> | null>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, null);
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
  return found.finally(() => {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(url);
  });
}

/** How much of a file its format can be read from. */
const HEAD_BYTES = 64;

/** Checks a chosen video, removes its metadata and stores it for the draft. Nothing leaves the device. */
export async function takeVideo(file: File): Promise<TakeVideoResult> {
  const [{ sniffVideo }, { cleanVideo }, { holdVideo }] = await Promise.all([
    import('#data/media/clean-video.ts'),
    import('#data/media/cleaner.ts'),
    import('#data/media/hold.ts'),
  ]);
  const head = await file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .catch(() => null);
  const isKnown = head !== null && sniffVideo(new Uint8Array(head)) !== null;
  const found = isKnown ? await probe(file) : null;
  const facts: VideoFacts = { seconds: null, width: 0, height: 0, ...found, size: file.size };
  const failed = (code: VideoProblemCode): TakeVideoResult => ({
    ...{ ok: false, code, size: file.size },
    facts: found && facts,
  });
  const problem = problemOf(isKnown, facts);
  if (problem !== null || facts.seconds === null) return failed(problem ?? 'format');
  if (await isDeviceFull(Math.min(file.size, VIDEO_LIMITS.bytes))) return failed('storage_full');
  const original = await file.arrayBuffer().catch(() => null);
  const cleaned = original && (await cleanVideo(original));
  if (!cleaned?.ok) return failed('format');
  const { type, bytes, located } = cleaned;
  const { seconds, width, height } = facts;
  const video: NewVideo = { name: file.name, type, bytes, located, seconds, width, height };
  try {
    return { ok: true, id: await holdVideo(accountOf(sessionStore.get()), video) };
  } catch (error) {
    return failed(isQuotaError(error) ? 'storage_full' : 'storage_unavailable');
  }
}

/** Deletes the video of a draft from the device. */
export const dropVideo = (id: string): Promise<void> => removeJobs(accountOf(sessionStore.get()), [id]);
