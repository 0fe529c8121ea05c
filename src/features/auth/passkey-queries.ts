import { useEffect, useState } from 'react';
import { isServerAway, syncState } from '#data/device/sync-state.ts';
import { useStore } from '#lib/use-store.ts';

export const useIsOffline = (): boolean => isServerAway(useStore(syncState));

async function arePasskeysOffered(): Promise<boolean> {
  const parts = await import('#data/session/passkeys.ts').catch(() => null);
  return parts ? parts.arePasskeysOffered() : false;
}

/** Whether the auth service and the browser have passkeys. Asked again when the network is back. */
export function useArePasskeysOffered(): boolean {
  const [isOffered, setIsOffered] = useState(false);
  const isOffline = useIsOffline();
  useEffect(() => {
    let isGone = false;
    void arePasskeysOffered().then((answer) => {
      if (!isGone) setIsOffered(answer);
    });
    return () => {
      isGone = true;
    };
  }, [isOffline]);
  return isOffered;
}
