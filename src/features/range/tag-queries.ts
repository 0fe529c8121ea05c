import { useEffect, useState } from 'react';
import { syncState } from '#data/device/sync-state.ts';
import { packState } from '#data/range/pack.ts';
import { readTagPacks, type TagPack, tagPackChanges } from '#data/range/tag-packs.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { readTagSize, tagPictures, type TagSize } from './tag-mutations.ts';

export type { TagPack } from '#data/range/tag-packs.ts';

/** The tags that are packed on this device; null until they were read. */
export function useTagPacks(): readonly TagPack[] | null {
  const account = accountOf(useStore(sessionStore));
  const changed = useStore(tagPackChanges);
  const [found, setFound] = useState<{ account: string; packs: TagPack[] } | null>(null);
  useEffect(() => {
    let isGone = false;
    void readTagPacks(account).then((packs) => isGone || setFound({ account, packs }));
    return () => {
      isGone = true;
    };
  }, [account, changed]);
  return found?.account === account ? found.packs : null;
}

export interface TagCost extends TagSize {
  /** Of pictures, roughly. */
  bytes: number;
}

/** What packing a tag saves; null until it was measured. Again when rows may have come. */
export function useTagCost(tag: string, changed: unknown): TagCost | null {
  const replica = useStore(replicaStore);
  const { updatedAt } = useStore(syncState);
  const isPacking = useStore(packState).packing !== null;
  const [cost, setCost] = useState<TagCost | null>(null);
  const time = updatedAt?.getTime();
  useEffect(() => {
    if (!replica) return;
    let isGone = false;
    Promise.all([readTagSize(replica, tag), tagPictures(replica, tag)]).then(
      ([size, pictures]) =>
        isGone || setCost({ ...size, bytes: pictures.reduce((sum, { estimate }) => sum + estimate, 0) }),
      (error: unknown) => console.debug('A tag could not be measured.', error),
    );
    return () => {
      isGone = true;
    };
  }, [replica, tag, time, isPacking, changed]);
  return cost;
}
