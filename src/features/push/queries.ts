import { useEffect, useState } from 'react';
import { checkPush, mayOfferPush, type PushState, pushState } from '#data/push/device-push.ts';
import { useStore } from '#lib/use-store.ts';

export type { PushState } from '#data/push/device-push.ts';

export function usePushState(): PushState {
  useEffect(() => void checkPush(), []);
  return useStore(pushState);
}

/** Whether push may be offered now; false until known. */
export function useMayOffer(): boolean {
  const [may, setMay] = useState(false);
  useEffect(() => {
    let isUnmounted = false;
    void mayOfferPush().then((answer) => isUnmounted || setMay(answer));
    return () => {
      isUnmounted = true;
    };
  }, []);
  return may;
}
