import { useEffect, useState } from 'react';
import { needsProfileSetup } from '#contract/profile.ts';
import { setUpLaterKey } from '#data/device/account-keys.ts';
import { readKey, writeKey } from '#data/device/kv.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { useMe } from './queries.ts';

/** Accounts whose member has closed the invitation in this tab. */
const closed = createStore<ReadonlySet<string>>(new Set());

export interface Invitation {
  /** The present name: generated, or '' if there is none. */
  username: string;
  close: () => void;
}

/** The profile needs set-up, and the member has not postponed it on this device. */
export function useInvitation(): Invitation | null {
  const me = useMe();
  const isClosed = useStore(closed).has(me?.id ?? '');
  const [wanted, setWanted] = useState<string | null>(null);
  const id = me && needsProfileSetup(me.username, me.id) ? me.id : null;
  useEffect(() => {
    if (id === null) return;
    let isUnmounted = false;
    void readKey<boolean>(setUpLaterKey(id))
      .catch(() => undefined)
      .then((isLater) => !isUnmounted && !isLater && setWanted(id));
    return () => {
      isUnmounted = true;
    };
  }, [id]);
  if (!me || id === null || wanted !== id || isClosed) return null;
  const close = () => {
    closed.set(new Set([...closed.get(), id]));
    void writeKey(setUpLaterKey(id), true);
  };
  return { username: me.username, close };
}
