/*
 * Works around: where @powersync 2 syncs in the page, as on phones, the loop that uploads looks for a disconnect only
 * between its calls, and `disconnect`, and so the next `connect`, waits for it: for a pause of ten minutes, or for a
 * request that the network has swallowed. Can be deleted when its `commonSyncOptions` gives `uploadData` the signal of
 * the connection, and `getLegacyWriteCheckpoint` its request.
 */
import type { CommonPowerSyncDatabase, PowerSyncBackendConnector } from '@powersync/common';
import { untilAborted } from '#lib/within.ts';

export interface Connector extends PowerSyncBackendConnector {
  /** `signal`: nobody waits for this call any more. */
  uploadData(db: CommonPowerSyncDatabase, signal?: AbortSignal): Promise<void>;
}

/** The private path to the client of the sync service; where the worker of all tabs has it, no request goes there. */
interface PrivateFields {
  connectionManager: {
    registerListener(listener: { syncStreamCreated(sync: { options: { remote?: Remote } }): void }): unknown;
  };
}
interface Remote {
  fetchAndDecodeJson(options: unknown): Promise<unknown>;
}

const waits = new WeakMap<CommonPowerSyncDatabase, AbortController>();

function presentWait(db: CommonPowerSyncDatabase): AbortSignal {
  const wait = waits.get(db) ?? new AbortController();
  waits.set(db, wait);
  return wait.signal;
}

/**
 * Ends what PowerSync's upload waits for now. Later calls are made as before: the worker of all tabs may ask this one
 * for the connection of another.
 */
export function release(db: CommonPowerSyncDatabase): void {
  waits.get(db)?.abort(new Error('The connection has ended.'));
  waits.delete(db);
}

const prepared = new WeakSet<CommonPowerSyncDatabase>();

/** Before the first `connect`: the requests after an upload end at `release`, too. */
function releaseRequests(db: CommonPowerSyncDatabase): void {
  if (prepared.has(db)) return;
  prepared.add(db);
  // Private fields are missing from the type.
  (db as unknown as PrivateFields).connectionManager.registerListener({
    syncStreamCreated({ options: { remote } }) {
      if (!remote) return;
      const ask = remote.fetchAndDecodeJson.bind(remote);
      remote.fetchAndDecodeJson = (options) => untilAborted(presentWait(db), ask(options));
    },
  });
}

/** The connector, with uploads that end for PowerSync at the next `release`. */
export function releasable(db: CommonPowerSyncDatabase, connector: Connector): PowerSyncBackendConnector {
  releaseRequests(db);
  return {
    fetchCredentials: () => connector.fetchCredentials(),
    uploadData(given) {
      const signal = presentWait(db);
      return untilAborted(signal, connector.uploadData(given, signal));
    },
  };
}
