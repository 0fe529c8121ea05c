import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { localImage } from '#data/media/local-pictures.ts';
import { isHeldBack } from '#data/media/media-lane.ts';
import { listJobs } from '#data/media/media-store.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

/** The object URL of a picture that is still to be sent; null for others, and until it was read. */
export function useLocalImage(url: string | null): string | null {
  const [found, setFound] = useState<{ url: string; src: string } | null>(null);
  useEffect(() => {
    if (url === null) return;
    let src: string | undefined;
    let isWanted = true;
    void localImage(url).then((file) => {
      if (!file || !isWanted) return;
      src = URL.createObjectURL(file);
      setFound({ url, src });
    });
    return () => {
      isWanted = false;
      if (src) URL.revokeObjectURL(src);
    };
  }, [url]);
  return found?.url === url ? found.src : null;
}

/** The files of one post or comment that are being uploaded. */
export interface FileUpload {
  entityId: string;
  label: string;
  isComment: boolean;
  photos: number;
  videos: number;
  size: number;
  sent: number;
  /** The files that the server refused, with the first reason ('' if none is known). */
  refused: readonly string[];
  isVideoRefused: boolean;
  reason: string;
  /** Data saver: they wait for Wi-Fi. */
  isHeld: boolean;
}

const NONE: readonly FileUpload[] = [];
const NO_FILES: readonly string[] = [];

async function readUploads(account: string): Promise<readonly FileUpload[]> {
  const uploads = new Map<string, FileUpload>();
  // Nothing else may be awaited here: the live query would no longer see what is read.
  for (const job of await listJobs(account).catch(() => [])) {
    if (job.state === 'draft') continue;
    const before = uploads.get(job.entity_id);
    const isVideo = job.bucket === 'public-videos';
    uploads.set(job.entity_id, {
      entityId: job.entity_id,
      label: job.label,
      isComment: job.bucket === 'comment-images',
      photos: (before?.photos ?? 0) + Number(!isVideo),
      videos: (before?.videos ?? 0) + Number(isVideo),
      size: (before?.size ?? 0) + job.size,
      sent: (before?.sent ?? 0) + job.sent,
      refused: [...(before?.refused ?? []), ...(job.state === 'refused' ? [job.id] : [])],
      isVideoRefused: before?.isVideoRefused || (isVideo && job.state === 'refused'),
      reason: before?.reason || job.error || '',
      isHeld: isHeldBack(),
    });
  }
  return [...uploads.values()];
}

/** Files that are still on this device, by post or comment, oldest first. */
export function useUploads(): readonly FileUpload[] {
  const account = accountOf(useStore(sessionStore));
  return useLiveQuery(() => readUploads(account), [account], NONE);
}

/** The files of a comment that the server refused. */
export function useRefusedFiles(entityId: string): readonly string[] {
  const account = accountOf(useStore(sessionStore));
  return useLiveQuery(
    async () =>
      (await readUploads(account)).filter((upload) => upload.entityId === entityId).flatMap(({ refused }) => refused),
    [account, entityId],
    NO_FILES,
  );
}
