import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { APP_CHANNEL, APP_QUESTION, type StoredApp } from '#contract/stored-app.ts';
import { appOnDevice, followStoring } from './stored-app.ts';

/** The active worker, which reports what it has. Null: none is active yet. */
let worker: { has: StoredApp } | null;
const channel = new BroadcastChannel(APP_CHANNEL);
const report = (stored: number, problem: StoredApp['problem'] = null) =>
  channel.postMessage({ stored, total: 4, problem });

const active = {
  postMessage({ type }: { type: string }, [port]: [MessagePort]) {
    if (type === APP_QUESTION) port.postMessage(worker?.has);
  },
};

followStoring();
beforeEach(() => {
  worker = null;
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active: worker && active }) } });
});
afterEach(() => vi.unstubAllGlobals());

const isNow = (state: string, part: number) => vi.waitFor(() => expect(appOnDevice.get()).toEqual({ state, part }));

test('files that the browser has deleted: loading, waiting without a network, and here when they are back', async () => {
  // A first installation: the worker is not active at its last report.
  report(4);
  await isNow('loading', 1);
  worker = { has: { stored: 3, total: 4, problem: null } };
  const stop = appOnDevice.subscribe(() => {});
  await isNow('loading', 0.75);
  report(3, 'waiting');
  await isNow('waiting', 0.75);
  report(3);
  await isNow('loading', 0.75);
  worker.has = { stored: 4, total: 4, problem: null };
  report(4);
  await isNow('here', 1);
  stop();
});
