import { settlesWithin } from '#lib/within.ts';
import { readTogether, SESSION_KEY } from '../device/kv.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';
import { accountOf, adoptSession, readSession } from '../session/session.ts';
import type { DrawnPage } from './drawn-page.ts';
import { drawnPageKey, snapshotKey } from './drawn-keys.ts';
import { adoptFirstRows } from './first-rows.ts';
import { adoptSnapshot, readSnapshot } from './snapshot.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';

/** After a crash Safari may leave an IndexedDB request pending; the page must not wait for it. */
const PATIENCE_MS = 3000;

let started: Promise<void> | undefined;

/**
 * Reads session, feed snapshot and, for a page that was stored with them, its rows in one transaction and sets their
 * stores, or marks the device as one without storage. Never fails; further calls return the same promise. It may never
 * resolve: see `boot`.
 */
export const readDevice = (): Promise<void> =>
  (started ??= readTogether(async (get) => {
    const session = readSession(await get(SESSION_KEY));
    const account = accountOf(session);
    const snapshot = readSnapshot(await get(snapshotKey(account)), account);
    const pathname = globalThis.location?.pathname ?? '';
    if (pathname !== '/') adoptFirstRows((await get<DrawnPage>(drawnPageKey(account, pathname))) ?? {});
    // The server ended the session in an earlier visit: without tokens the member must log in again.
    if (session.kind === 'member' && !(await get(AUTH_KEY))) updateSyncState({ signInNeeded: true });
    adoptSession(session);
    adoptSnapshot(snapshot);
  }).catch(() => updateSyncState({ fleeting: true })));

/**
 * As `readDevice`, but the first screen waits at most PATIENCE_MS. Until a later result arrives, the visit is a
 * guest's, and a notice says that it lasts.
 */
export async function boot(): Promise<void> {
  const read = readDevice();
  if (await settlesWithin(PATIENCE_MS, read)) return;
  updateSyncState({ trouble: 'slow' });
  void read.then(() => syncState.get().trouble === 'slow' && updateSyncState({ trouble: null }));
}
