import { IMAGE_EXTENSIONS } from '#contract/media.ts';
import { shareCopy } from '#copy/share.ts';
import { shareFiles } from '#lib/share-files.ts';
import { toast } from '#ui/toast-store.ts';
import { readPicture } from './caption-queries.ts';

interface HandOver {
  urls: readonly string[];
  /** Of their author. */
  username: string;
  caption: string;
}

/** Gives pictures to another app or device, or saves them as files. Says why, if it can do neither. */
export async function handOver({ urls, username, caption }: HandOver): Promise<void> {
  const blobs = await Promise.all(urls.map((url) => readPicture(url).catch(() => null)));
  const files = blobs.flatMap((blob, index) =>
    blob ? [new File([blob], nameOf(username, index, blob.type), { type: blob.type })] : [],
  );
  if (files.length < urls.length) toast(shareCopy.pictures.notHere, { tone: 'stop' });
  if (files.length === 0) return;
  if ((await shareFiles(files, caption)) === 'downloaded')
    toast(shareCopy.pictures.saved(files.length), { tone: 'done' });
}

const nameOf = (username: string, index: number, type: string): string =>
  `rangeday-${username}-${index + 1}.${IMAGE_EXTENSIONS[type] ?? 'jpg'}`;
