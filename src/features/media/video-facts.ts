import { VIDEO_LIMITS } from '#contract/media.ts';
import { videoCopy } from '#copy/video.ts';

/** What is known of a chosen video. */
export interface VideoFacts {
  /** Null: not known. */
  seconds: number | null;
  /** In bytes. */
  size: number;
  width: number;
  height: number;
}

/** In MB, to one decimal. */
export const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

/** §5, in its order: format, size, duration. Null: it can be posted. */
export function problemOf(isKnownFormat: boolean, { seconds, size }: VideoFacts): string | null {
  if (!isKnownFormat) return videoCopy.format;
  if (size > VIDEO_LIMITS.bytes) return videoCopy.tooLarge(megabytes(size));
  if (seconds === null) return videoCopy.format;
  return seconds > VIDEO_LIMITS.seconds ? videoCopy.tooLong : null;
}

/** Length, size and orientation in one line. */
export const metaOf = ({ seconds, size, width, height }: VideoFacts): string =>
  videoCopy.meta(
    seconds === null ? '?' : String(Math.round(seconds)),
    megabytes(size),
    height > width ? videoCopy.portrait : videoCopy.landscape,
  );
