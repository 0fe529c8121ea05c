import { errorText } from '#copy/errors.ts';
import { videoCopy } from '#copy/video.ts';
import type { VideoFacts, VideoProblemCode } from './video-facts.ts';

/** In MB, to one decimal. */
const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

/** The same, with a second decimal of a small one: never 0. */
const megabytesOf = (bytes: number): string =>
  bytes < 104_858 ? Math.max(0.01, bytes / 1_048_576).toFixed(2) : megabytes(bytes);

export function problemText(code: VideoProblemCode, size: number): string {
  switch (code) {
    case 'format':
      return videoCopy.format;
    case 'too_large':
      return videoCopy.tooLarge(megabytes(size));
    case 'too_long':
      return videoCopy.tooLong;
    default:
      return errorText(code);
  }
}

/** Length, size and orientation in one line. */
export const metaOf = ({ seconds, size, width, height }: VideoFacts): string =>
  videoCopy.meta(
    seconds === null ? '?' : String(Math.round(seconds)),
    megabytesOf(size),
    height > width ? videoCopy.portrait : videoCopy.landscape,
  );
