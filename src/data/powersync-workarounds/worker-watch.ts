import { type CommonPowerSyncDatabase, LogLevels } from '@powersync/common';
import { within } from '#lib/within.ts';

/** Does it answer in time? A refusal is an answer too. */
export const answersWithin = (patienceMs: number, ping: () => Promise<unknown>): Promise<boolean> =>
  within(
    patienceMs,
    ping().then(
      () => true,
      () => true,
    ),
    false,
  );

/** Between two questions while the page is seen. */
const EVERY_MS = 20_000;
/** A worker that is busy answers within this; one that the system has killed never does. */
const PATIENCE_MS = 5000;
/** A page that was frozen finds its timers run out and the answer still in its queue. */
const MISSES = 2;

interface WatchParts {
  /** Resolves when the worker answers. */
  ping(): Promise<unknown>;
  isVisible(): boolean;
  onDead(): void;
  everyMs?: number;
  patienceMs?: number;
}

/**
 * PowerSync syncs in a SharedWorker where there is one, and asks it by messages that are answered or not: when the system kills
 * the worker, every later call waits for ever and no event tells.
 */
export function watchWorker({ ping, isVisible, onDead, everyMs = EVERY_MS, patienceMs = PATIENCE_MS }: WatchParts) {
  let misses = 0;
  let isAsking = false;
  let stopped = false;

  const check = async (): Promise<void> => {
    if (isAsking || stopped) return;
    isAsking = true;
    do misses = (await answersWithin(patienceMs, ping)) ? 0 : misses + 1;
    while (misses > 0 && misses < MISSES && !stopped);
    isAsking = false;
    if (misses < MISSES || stopped) return;
    stop();
    onDead();
  };

  const timer = setInterval(() => void (isVisible() && check()), everyMs);
  function stop() {
    stopped = true;
    clearInterval(timer);
  }
  return { check, stop };
}

/** The parts of PowerSync's own client that reach its worker; none where it syncs in the page. */
interface Innards {
  connectionManager?: {
    syncStreamImplementation?: { syncManager?: { setLogLevel(level: number): Promise<unknown> } };
  };
}

const managerOf = (db: CommonPowerSyncDatabase) =>
  (db as unknown as Innards).connectionManager?.syncStreamImplementation?.syncManager;

const known = new WeakMap<CommonPowerSyncDatabase, NonNullable<ReturnType<typeof managerOf>>>();

/**
 * Call it before connecting again: PowerSync lets go of its worker before it waits for that one's last answer, which a dead one never
 * gives, and there would be nobody left to ask.
 */
export function rememberWorker(db: CommonPowerSyncDatabase): void {
  const manager = managerOf(db);
  if (manager) known.set(db, manager);
}

/** False where PowerSync syncs in the page, and before it has connected. */
export const hasSyncWorker = (db: CommonPowerSyncDatabase): boolean => managerOf(db) !== undefined;

/** Has the sync worker do something that changes nothing. There is no public way to ask whether it lives. */
export async function pingSyncWorker(db: CommonPowerSyncDatabase): Promise<void> {
  rememberWorker(db);
  await known.get(db)?.setLogLevel(LogLevels.warn);
}
