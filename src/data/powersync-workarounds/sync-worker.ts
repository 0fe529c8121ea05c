/*
 * Works around: @powersync/web 2 has no public way to ask whether its SharedWorker responds, so this reaches into
 * private fields. Can be deleted when PowerSync detects a dead worker itself, or offers a ping.
 */
import { type CommonPowerSyncDatabase, LogLevels } from '@powersync/common';
import { type Connector, releasable, release } from './released-connector.ts';

/** The private path to the worker; without one PowerSync syncs in the page. */
interface PrivateFields {
  connectionManager?: {
    syncStreamImplementation?: { syncManager?: { setLogLevel(level: number): Promise<unknown> } };
  };
}

const syncManagerOf = (db: CommonPowerSyncDatabase) =>
  // Private fields are missing from the type.
  (db as unknown as PrivateFields).connectionManager?.syncStreamImplementation?.syncManager;

const remembered = new WeakMap<CommonPowerSyncDatabase, NonNullable<ReturnType<typeof syncManagerOf>>>();

/** PowerSync drops its reference first, and then waits for the reply of a dead worker. */
function remember(db: CommonPowerSyncDatabase): void {
  const manager = syncManagerOf(db);
  if (manager) remembered.set(db, manager);
}

/** `db.connect()`, after which a worker that is dead can still be asked. It waits for no call of the last connector. */
export function connectSync(
  db: CommonPowerSyncDatabase,
  connector: Connector,
  options?: Parameters<typeof db.connect>[1],
): Promise<void> {
  remember(db);
  release(db);
  return db.connect(releasable(db, connector), options);
}

/** `db.disconnect()`, after which a worker that is dead can still be asked. It waits for no call of the connector. */
export function disconnectSync(db: CommonPowerSyncDatabase): Promise<void> {
  remember(db);
  release(db);
  return db.disconnect();
}

/** False if PowerSync syncs in the page, and before it has connected. */
export const hasSyncWorker = (db: CommonPowerSyncDatabase): boolean => syncManagerOf(db) !== undefined;

/** Resolves when the worker replies; at once if there is none. The call changes nothing. */
export async function pingSyncWorker(db: CommonPowerSyncDatabase): Promise<void> {
  remember(db);
  await remembered.get(db)?.setLogLevel(LogLevels.warn);
}
