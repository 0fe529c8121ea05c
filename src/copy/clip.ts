import { mediaCopy } from './media.ts';

/** Gifs and videos in posts. */
export const clipCopy = {
  gifAlt: (name: string) => `GIF: ${name}`,
  videoLabel: (name: string) => `Video: ${name}`,
  playGif: 'Play GIF',
  playVideo: 'Play video',
  playVideoOf: (length: string, bytes: number) => `Play video · ${length} · ${mediaCopy.size(bytes)}`,
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  fullScreen: 'Full screen',
  back: 'Back 10 seconds',
  backShort: '−10',
  ahead: 'Ahead 10 seconds',
  aheadShort: '+10',
  seek: 'Position in the video',
  position: (at: string, of: string) => `${at} of ${of}`,
  failed: 'This video could not be played.',
  /** On another device of its author. */
  awaited: 'This video is still on the device it was posted from.',
  loadAgain: 'Load again',
} as const;
