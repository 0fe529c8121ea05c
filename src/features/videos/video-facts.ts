import { VIDEO_LIMITS } from '#contract/media.ts';

export interface VideoFacts {
  /** Null: not known. */
  seconds: number | null;
  /** In bytes. */
  size: number;
  width: number;
  height: number;
}

export type VideoProblemCode = 'format' | 'too_large' | 'too_long' | 'storage_full' | 'storage_unavailable';

/** §5, in its order: format, size, duration. Null: it can be posted. */
export function problemOf(isKnownFormat: boolean, { seconds, size }: VideoFacts): VideoProblemCode | null {
  if (!isKnownFormat) return 'format';
  if (size > VIDEO_LIMITS.bytes) return 'too_large';
  // The browser cannot play it.
  if (seconds === null) return 'format';
  return seconds > VIDEO_LIMITS.seconds ? 'too_long' : null;
}
