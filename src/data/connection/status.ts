import type { SyncStatus } from '@powersync/common';
import type { SyncState } from './status-store.ts';

type Seen = Pick<SyncStatus, 'connected' | 'connecting' | 'downloadError' | 'hasSynced' | 'lastSyncedAt'>;

/**
 * The phase after a change of PowerSync's status. Once an attempt has failed it stays 'offline' until a connection stands: the
 * retries in between would make the line flicker.
 */
export function phaseOf(
  status: Pick<Seen, 'connected' | 'connecting' | 'downloadError'>,
  before: SyncState['phase'],
): SyncState['phase'] {
  if (status.connected) return 'online';
  if (status.downloadError || before === 'offline') return 'offline';
  if (before === 'online') return status.connecting ? 'connecting' : 'offline';
  return 'connecting';
}

/** The parts of our state that PowerSync's status decides. An older visit's time is kept until this database knows its own. */
export function readStatus(status: Seen, before: SyncState): Partial<SyncState> {
  return {
    phase: phaseOf(status, before.phase),
    synced: status.hasSynced === true || (before.synced && status.hasSynced === undefined),
    updatedAt: status.lastSyncedAt ?? before.updatedAt,
  };
}
