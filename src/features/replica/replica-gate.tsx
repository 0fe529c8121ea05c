import { PowerSyncContext } from '@powersync/react';
import type { ReactNode } from 'react';
import { type Replica, replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';

const keys = new WeakMap<Replica, number>();
let opened = 0;

/** A React key that differs for each opened database. */
function keyOf(replica: Replica): number {
  const known = keys.get(replica);
  if (known !== undefined) return known;
  opened += 1;
  keys.set(replica, opened);
  return opened;
}

interface ReplicaGateProps {
  children: ReactNode;
  /** Shown while no database is open: at start-up, between two accounts, where this browser cannot store one. */
  fallback?: ReactNode;
}

/**
 * Renders its children once the database of the current account is open. The hooks of @powersync/react work only below it: without a
 * database `useQuery` skips hooks and `useStatus` throws. Another database remounts the children, because the stream hooks do not
 * follow a change of the database.
 */
export function ReplicaGate({ children, fallback = null }: ReplicaGateProps) {
  const replica = useStore(replicaStore);
  const account = accountOf(useStore(sessionStore));
  if (replica?.account !== account) return fallback;
  return (
    <PowerSyncContext key={keyOf(replica)} value={replica.db}>
      {children}
    </PowerSyncContext>
  );
}
