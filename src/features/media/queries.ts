import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { readKey } from '#data/device/kv.ts';
import { localImage } from '#data/media/local-pictures.ts';
import { mediaKey } from '#data/media/media-key.ts';
import { isWaitingForWifi } from '#data/media/media-lane.ts';
import { type MediaJob, rowOf } from '#data/media/media-row.ts';
import { listJobs } from '#data/media/media-store.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useObjectUrl } from '#lib/use-object-url.ts';
import { useStore } from '#lib/use-store.ts';

/** The object URL of a picture that is still to be sent; null for others, and until it was read. */
export const useLocalImage = (url: string | null): string | null => useObjectUrl(url, localImage);

export type UploadingFile = Pick<MediaJob, 'id' | 'size' | 'sent' | 'state'>;

/** The files of one post or comment that are being uploaded. */
export interface FileUpload {
  entity_id: string;
  label: string;
  isComment: boolean;
  /** It can be cancelled. */
  isOfPost: boolean;
  photos: number;
  videos: number;
  size: number;
  sent: number;
  /** All of them. */
  ids: readonly string[];
  files: readonly UploadingFile[];
  /** The files that the server refused, with the first reason ('' if none is known). */
  refused: readonly string[];
  isVideoRefused: boolean;
  reason: string;
  /** Data saver: they wait for Wi-Fi. */
  isWaitingForWifi: boolean;
}

const NONE: readonly FileUpload[] = [];
const NO_FILES: readonly string[] = [];

async function readUploads(account: string): Promise<readonly FileUpload[]> {
  const uploads = new Map<string, FileUpload>();
  // Nothing else may be awaited here: the live query would no longer see what is read.
  for (const job of await listJobs(account).catch(() => [])) {
    if (job.state === 'draft') continue;
    const entity_id = rowOf(job);
    const before = uploads.get(entity_id);
    const isVideo = job.kind === 'video';
    uploads.set(entity_id, {
      entity_id,
      label: job.label,
      isComment: job.bucket === 'comment-images',
      isOfPost: job.bucket === 'post-images' || isVideo,
      photos: (before?.photos ?? 0) + Number(!isVideo),
      videos: (before?.videos ?? 0) + Number(isVideo),
      size: (before?.size ?? 0) + job.size,
      sent: (before?.sent ?? 0) + job.sent,
      ids: [...(before?.ids ?? []), job.id],
      files: [...(before?.files ?? []), { id: job.id, size: job.size, sent: job.sent, state: job.state }],
      refused: [...(before?.refused ?? []), ...(job.state === 'refused' ? [job.id] : [])],
      isVideoRefused: before?.isVideoRefused || (isVideo && job.state === 'refused'),
      reason: before?.reason || job.error || '',
      isWaitingForWifi: isWaitingForWifi(),
    });
  }
  return [...uploads.values()];
}

/** Files that are still on this device, by post or comment, oldest first. */
export function useUploads(): readonly FileUpload[] {
  const account = accountOf(useStore(sessionStore));
  return useLiveQuery(() => readUploads(account), [account], NONE);
}

/** Whether any file waits; undefined until that was read. Without one, no database is opened. */
function useHasFiles(account: string): boolean | undefined {
  const [hasFiles, setHasFiles] = useState<boolean>();
  useEffect(() => {
    let isOver = false;
    void readKey(mediaKey(account)).then(
      (found) => isOver || setHasFiles(found === true),
      () => {},
    );
    return () => {
      isOver = true;
    };
  }, [account]);
  return hasFiles;
}

/** The files of one post or comment; null if none is on its way, undefined until that was read. */
export function useUploadOf(entity_id: string): FileUpload | null | undefined {
  const account = accountOf(useStore(sessionStore));
  const hasFiles = useHasFiles(account);
  return useLiveQuery(
    async () => {
      const uploads = hasFiles ? await readUploads(account) : [];
      return hasFiles === undefined ? undefined : (uploads.find((upload) => upload.entity_id === entity_id) ?? null);
    },
    [account, entity_id, hasFiles],
    undefined,
  );
}

/** The files of a comment that the server refused. */
export function useRefusedFiles(entity_id: string): readonly string[] {
  const account = accountOf(useStore(sessionStore));
  return useLiveQuery(
    async () =>
      (await readUploads(account)).filter((upload) => upload.entity_id === entity_id).flatMap(({ refused }) => refused),
    [account, entity_id],
    NO_FILES,
  );
}
