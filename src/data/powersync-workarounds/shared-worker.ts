/*
 * Works around: a browser may connect a new client to a SharedWorker that is dead or frozen, so opening the database
 * again does not help while PowerSync uses one. After a failure every tab syncs in its page until its next load. Can be
 * deleted together with worker-check.ts.
 */
import { declareInPageSync } from './frozen-locks.ts';

let isEnabled = true;

/** Whether a database may sync in the worker that all tabs share. */
export const isSharedWorkerEnabled = (): boolean => isEnabled;

/** Lasts until the next load of the page. */
export function disableSharedWorker(): void {
  isEnabled = false;
  declareInPageSync();
}

/** A worker dead for one tab is dead for all; a frozen one may hold the database by any tab's worker. */
let channel: BroadcastChannel | undefined;

/** Calls `onDead` with the account whose worker another tab has found dead. */
export function listenForDeadWorkers(onDead: (account: string) => void): void {
  if (typeof BroadcastChannel === 'undefined') return;
  channel = new BroadcastChannel('rangeday-dead-worker');
  channel.onmessage = ({ data }: MessageEvent<string>) => onDead(data);
}

export const announceDeadWorker = (account: string): void => channel?.postMessage(account);
