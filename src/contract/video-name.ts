export interface VideoFacts {
  width: number;
  height: number;
  seconds: number;
  bytes: number;
  /** A tiny still, as video-preview.ts writes it; '' if there is none. */
  preview: string;
}

/** A stored video's facts are in its name, so every reader has them with the address, before loading. */
export const videoName = (id: string, { width, height, seconds, bytes, preview }: VideoFacts): string =>
  [id, `${width}x${height}`, Math.round(seconds), bytes, ...(preview ? [preview] : [])].join('_');

/** What the address of a video says of it; null for one without. */
export function readVideoName(url: string): VideoFacts | null {
  const found = /_(\d{1,5})x(\d{1,5})_(\d{1,4})_(\d{1,10})(?:_([\w-]{18}))?\.\w+$/.exec(url);
  const [, width, height, seconds, bytes, preview = ''] = found ?? [];
  if (!Number(width) || !Number(height)) return null;
  return { width: Number(width), height: Number(height), seconds: Number(seconds), bytes: Number(bytes), preview };
}

/** The id of a video of this device by its address: that of its job. */
export const videoIdOf = (url: string): string => url.replace(/^.*\/|[._].*$/g, '');
