/*
 * Works around: PowerSync waits without a limit for replies of its SharedWorker. If the system kills or freezes the
 * worker, as Android does, every later call hangs and no event reports it (powersync.dart#459 describes the same for
 * Flutter). Can be deleted when PowerSync notices that itself and replaces the worker.
 */
import { settlesWithin } from '#lib/within.ts';
import type { HeartbeatCheck } from '#lib/heartbeat.ts';

const EVERY_MS = 20_000;
/** A busy worker replies within this time. */
const PATIENCE_MS = 5000;
/** After a freeze of the page the first timeout may expire before a reply that has already arrived is handled. */
const MISSES = 2;

interface WorkerCheckParts {
  /** Settles when the worker replies. */
  ping(): Promise<unknown>;
  /** Called once. */
  onDead(): void;
  patienceMs?: number;
}

/** Reports a sync worker that misses two pings in a row. An error is a reply. */
export function createWorkerCheck({ ping, onDead, patienceMs = PATIENCE_MS }: WorkerCheckParts): HeartbeatCheck {
  let isDead = false;
  return {
    everyMs: () => (isDead ? Infinity : EVERY_MS),
    async run(stopped) {
      for (let misses = 0; misses < MISSES; misses += 1) {
        if (isDead || stopped.aborted || (await settlesWithin(patienceMs, ping()))) return;
      }
      if (stopped.aborted) return;
      isDead = true;
      onDead();
    },
  };
}
