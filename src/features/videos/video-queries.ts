import { useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { readBytes, readJob } from '#data/media/media-store.ts';
import type { MediaJob } from '#data/media/media-row.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

export type DraftVideo = MediaJob;

/** The video of a draft. Undefined until it was read; null if it is not on this device. */
export function useDraftVideo(id: string): DraftVideo | null | undefined {
  const account = accountOf(useStore(sessionStore));
  return useLiveQuery(() => readJob(account, id).catch(() => null), [account, id]);
}

/** The object URL of its bytes; null until they were read. */
export function useDraftVideoSource({ id, picture: { type } }: DraftVideo): string | null {
  const account = accountOf(useStore(sessionStore));
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let url: string | undefined;
    let isWanted = true;
    void readBytes(account, id).then((bytes) => {
      if (!bytes || !isWanted) return;
      url = URL.createObjectURL(new Blob([bytes], { type }));
      setSrc(url);
    });
    return () => {
      isWanted = false;
      setSrc(null);
      if (url) URL.revokeObjectURL(url);
    };
  }, [account, id, type]);
  return src;
}
