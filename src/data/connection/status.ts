import type { SyncStatus } from '@powersync/common';
import type { SyncState } from '../device/sync-state.ts';

type Seen = Pick<SyncStatus, 'connected' | 'connecting' | 'downloadError' | 'hasSynced' | 'lastSyncedAt'>;

/**
 * The phase after a change of PowerSync's status. After a failed attempt it stays 'offline' until a connection is open,
 * so that retries do not make the status flicker. `isReconnecting`: the app itself has closed the connection, to open
 * another one.
 */
export function phaseOf(
  status: Pick<Seen, 'connected' | 'connecting' | 'downloadError'>,
  before: SyncState['phase'],
  isReconnecting = false,
): SyncState['phase'] {
  if (status.connected) return 'online';
  if (status.downloadError || before === 'offline') return 'offline';
  if (before === 'online') return status.connecting || isReconnecting ? 'connecting' : 'offline';
  return 'connecting';
}

/** SyncState from PowerSync's status. An earlier visit's time stays until this database reports its own. */
export function readStatus(status: Seen, before: SyncState, isReconnecting = false): Partial<SyncState> {
  return {
    phase: phaseOf(status, before.phase, isReconnecting),
    synced: status.hasSynced === true || (before.synced && status.hasSynced === undefined),
    updatedAt: status.lastSyncedAt ?? before.updatedAt,
  };
}
