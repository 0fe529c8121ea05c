/** Held by every page that syncs itself, so that its locks are told from those of a worker that froze. */
const PAGES = 'rangeday-syncs-in-page';

let declared = false;

/** Call it before the page opens a database that it syncs itself. */
export function declarePage(): void {
  if (declared) return;
  declared = true;
  void navigator.locks?.request(PAGES, { mode: 'shared' }, () => new Promise<never>(() => {}));
}

const MOST_STEALS = 20;

/** Held by whoever streams into a database file: its sync worker, or one of the pages that sync it themselves. */
export const streamLock = (file: string): string => `streaming-sync-sync-${file}`;

/**
 * Takes back the Web Locks that a dead worker keeps from the next client of a database file. One that was killed holds none itself,
 * but each call that waits for it holds the one under which PowerSync connects and disconnects; one that froze holds that of its
 * stream as well.
 */
export async function takeBackLocks(file: string): Promise<void> {
  if (!navigator.locks) return;
  const streams = [streamLock(file), `streaming-sync-crud-${file}`];
  const find = async () => {
    const { held = [] } = await navigator.locks.query();
    const pages = held.filter(({ name }) => name === PAGES).map(({ clientId }) => clientId);
    return held.find(
      ({ name = '', clientId }) => name === `lock-${file}` || (streams.includes(name) && !pages.includes(clientId)),
    )?.name;
  };
  for (let steals = 0; steals < MOST_STEALS; steals += 1) {
    const name = await find();
    if (name === undefined) return;
    await navigator.locks.request(name, { steal: true }, async () => {});
  }
}
