import { useLiveQuery } from 'dexie-react-hooks';
import { readFile, readJob } from '#data/media/media-store.ts';
import type { Video } from '#data/media/media-row.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useObjectUrl } from '#lib/use-object-url.ts';
import { useStore } from '#lib/use-store.ts';

export type DraftVideo = Video;

/** The video of a draft. Undefined until it was read; null if it is not on this device. */
export function useDraftVideo(id: string): DraftVideo | null | undefined {
  const account = accountOf(useStore(sessionStore));
  return useLiveQuery(async () => {
    const job = await readJob(account, id).catch(() => null);
    return job?.kind === 'video' ? job : null;
  }, [account, id]);
}

/** The object URL of its bytes; null until they were read. */
export const useDraftVideoSource = ({ path }: DraftVideo): string | null => useObjectUrl(path, readOwn);

const readOwn = (path: string): Promise<Blob | null> => readFile(accountOf(sessionStore.get()), path);
