import { useEffect, useState } from 'react';
import { replicaStore } from '#data/replica/replica.ts';

/** True once the device has what was on the server when its connection was opened, and from then on. Only below ReplicaGate. */
export function useCaughtUp(): boolean {
  const [isCaughtUp, setCaughtUp] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    replicaStore
      .get()
      ?.caughtUp?.(ended.signal)
      .then(
        () => setCaughtUp(true),
        () => {},
      );
    return () => ended.abort();
  }, []);
  return isCaughtUp;
}
