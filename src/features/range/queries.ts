import { useEffect, useState } from 'react';
import { syncState } from '#data/device/sync-state.ts';
import { type Ahead, readAhead } from '#data/range/ahead.ts';
import { packState } from '#data/range/pack.ts';
import { addressOf, packedPictureKeys, type Packed, readPacked } from '#data/range/packed.ts';
import { type Replica, replicaStore } from '#data/replica/replica.ts';
import { useStore } from '#lib/use-store.ts';
import { ON_DEVICE_SQL } from './range-sql.ts';
import { wantedPictures } from './mutations.ts';

export type { Packing } from '#data/range/pack.ts';
export type { Packed } from '#data/range/packed.ts';

export type Kind = 'feed' | 'friends' | 'messages' | 'notifications' | 'members';

export interface OnDevice {
  count: number;
  more: number;
  /** Posts with all their comments. */
  whole: number;
  bytes: number;
}

export interface Holdings {
  kinds: Record<Kind, OnDevice>;
  pictures: {
    /** In posts, comments and lists on this device. */
    count: number;
    here: number;
    /** Roughly: of all, and of those that are not here. */
    bytes: number;
    missing: number;
  };
  packed: Packed;
  isGuest: boolean;
  /** Bytes that the browser still allows; null: unknown. */
  free: number | null;
}

async function readHoldings(replica: Replica): Promise<Holdings> {
  const [rows, wanted, keys, packed, free] = await Promise.all([
    replica.db.getAll<OnDevice & { id: Kind }>(ON_DEVICE_SQL, [replica.account]),
    wantedPictures(replica),
    packedPictureKeys(),
    readPacked(replica.account),
    readFree(),
  ]);
  const none: OnDevice = { count: 0, more: 0, whole: 0, bytes: 0 };
  const kindOf = (kind: Kind) => rows.find(({ id }) => id === kind) ?? none;
  const own = wanted.flatMap(({ url, estimate }) => {
    const address = addressOf(url);
    return address ? [{ estimate, isHere: keys.has(address.key) }] : [];
  });
  const sum = (list: typeof own) => list.reduce((total, { estimate }) => total + estimate, 0);
  return {
    kinds: {
      feed: kindOf('feed'),
      friends: kindOf('friends'),
      messages: kindOf('messages'),
      notifications: kindOf('notifications'),
      members: kindOf('members'),
    },
    pictures: {
      count: own.length,
      here: own.filter(({ isHere }) => isHere).length,
      bytes: sum(own),
      missing: sum(own.filter(({ isHere }) => !isHere)),
    },
    packed,
    isGuest: replica.session.kind === 'guest',
    free,
  };
}

async function readFree(): Promise<number | null> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || quota === undefined ? null : Math.max(0, quota - usage);
  } catch {
    return null;
  }
}

/** What the device has for offline reading; null until measured. `changed`: changes with the member's choices. */
export function useHoldings(changed: unknown): Holdings | null {
  const replica = useStore(replicaStore);
  const { updatedAt } = useStore(syncState);
  const { packing } = useStore(packState);
  const isPacking = packing !== null;
  const [holdings, setHoldings] = useState<{ of: Replica; value: Holdings } | null>(null);
  const time = updatedAt?.getTime();
  useEffect(() => {
    if (!replica) return;
    let isGone = false;
    readHoldings(replica).then(
      (value) => isGone || setHoldings({ of: replica, value }),
      (error: unknown) => console.debug('Range mode could not read the database.', error),
    );
    return () => {
      isGone = true;
    };
  }, [replica, time, isPacking, changed]);
  return holdings && holdings.of === replica ? holdings.value : null;
}

export const usePacking = () => useStore(packState);

/** Whether the service worker can check while the app is closed; null until known. Again when a day was chosen. */
export function useAhead(packed: Packed): Ahead | null {
  const [ahead, setAhead] = useState<Ahead | null>(null);
  useEffect(() => {
    let isGone = false;
    void readAhead().then((found) => isGone || setAhead(found));
    return () => {
      isGone = true;
    };
  }, [packed]);
  return ahead;
}
