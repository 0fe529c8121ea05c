/** Limits of the specification, §5 and §9. */
export const IMAGE_LIMITS = { perPost: 5, perComment: 1, bytes: 5_242_880, side: 1080, alt: 500 } as const;

/** Limits of the specification, §5 and §9; `bytes` is 100 MB. */
export const VIDEO_LIMITS = { bytes: 104_857_600, seconds: 90 } as const;

/** The formats of videos, with the extension of the stored file. */
export const VIDEO_EXTENSIONS = { 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/quicktime': 'mov' } as const;
export type VideoType = keyof typeof VIDEO_EXTENSIONS;

/** What the file storage accepts, with the extension of the stored file. */
export const IMAGE_EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'avif',
};

/** A picture that was taken in: without location and other metadata, in the form in which it is sent. */
export interface Picture {
  /** Random; also the name of the stored file. */
  id: string;
  name: string;
  type: string;
  /** Bytes instead of a Blob: WebKit has failed to store Blobs (dexie#1227). */
  bytes: ArrayBuffer;
  width: number;
  height: number;
  /** A data URL of a few hundred characters; '' if there is none. */
  preview: string;
  alt: string;
  /** The original had a location. */
  located: boolean;
}

/** How rows name a file in our storage. The app adds the token of the reader. */
const STORED = '/storage/v1/object/authenticated/';
const PUBLIC = '/storage/v1/object/public/';
/** The only public bucket with files of posts. */
const VIDEOS = `${PUBLIC}public-videos/`;

export const storedUrl = (bucket: string, path: string): string =>
  `${bucket.startsWith('public-') ? PUBLIC : STORED}${bucket}/${path}`;

/**
 * Seconds for which browsers and proxies may keep a file without asking again. None for a private one: its readers
 * change, and the app keeps it per account. An upload in parts can say nothing stricter, so the app also loads it past
 * the browser's cache.
 */
export const cacheSeconds = (bucket: string): string => (bucket.startsWith('public-') ? '3600' : '0');

/** Everyone may read it: it needs no token. */
export const isPublicFile = (url: string): boolean => url.startsWith(VIDEOS);

/** The path in its bucket of a file that belongs to a post or comment; null for an address elsewhere. */
export function pathOf(url: string): string | null {
  if (url.startsWith(VIDEOS)) return url.slice(VIDEOS.length);
  return url.startsWith(STORED) ? url.slice(url.indexOf('/', STORED.length) + 1) : null;
}
