/*
 * Works around: PowerSync connects, disconnects and streams under Web Locks that a frozen worker never releases, and
 * that a call to a dead one holds for as long as it waits (powersync-js#812 releases some of them). Can be deleted when
 * PowerSync limits how long it waits for its worker under a lock.
 */

/** Held by every page that syncs itself, to tell its locks from those of a frozen worker. */
const SYNCING_PAGES = 'rangeday-syncs-in-page';

let isDeclared = false;

/** Call before this page opens a database that it syncs itself. */
export function declareInPageSync(): void {
  if (isDeclared) return;
  isDeclared = true;
  void navigator.locks?.request(SYNCING_PAGES, { mode: 'shared' }, () => new Promise<never>(() => {}));
}

const MAX_STEALS = 20;

/** PowerSync's lock of the client that streams into a database file. */
export const streamLock = (file: string): string => `streaming-sync-sync-${file}`;

/** Steals the locks that a dead or frozen worker keeps from the next client of a database file. */
export async function stealFrozenLocks(file: string): Promise<void> {
  if (!navigator.locks) return;
  const streamLocks = [streamLock(file), `streaming-sync-crud-${file}`];
  const find = async () => {
    const { held = [] } = await navigator.locks.query();
    const pages = held.filter(({ name }) => name === SYNCING_PAGES).map(({ clientId }) => clientId);
    return held.find(
      ({ name = '', clientId }) => name === `lock-${file}` || (streamLocks.includes(name) && !pages.includes(clientId)),
    )?.name;
  };
  for (let steals = 0; steals < MAX_STEALS; steals += 1) {
    const name = await find();
    if (name === undefined) return;
    await navigator.locks.request(name, { steal: true }, async () => {});
  }
}
