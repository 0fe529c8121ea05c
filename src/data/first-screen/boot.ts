import { within } from '#lib/within.ts';
import { readTogether, SESSION_KEY } from '../device/kv.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';
import { accountOf, adoptSession, GUEST, readSession, type Session } from '../session/session.ts';
import { snapshotKey } from './drawn-page.ts';
import { adoptSnapshot, readSnapshot, type Snapshot } from './snapshot.ts';
import { updateSyncState } from '../connection/status-store.ts';

export interface Boot {
  session: Session;
  snapshot: Snapshot | null;
  /** unavailable: this browser stores nothing (private mode, blocked). */
  storage: 'ok' | 'unavailable';
}

/** After a crash Safari may leave an IndexedDB request pending; the page must not wait for it. */
const PATIENCE_MS = 3000;

let started: Promise<Boot> | undefined;

/** Reads session and feed snapshot in one transaction and sets their stores. Never fails; further calls return the same promise. */
export const boot = (): Promise<Boot> => (started ??= readDevice());

async function readDevice(): Promise<Boot> {
  const read = readTogether(async (get) => {
    const session = readSession(await get(SESSION_KEY));
    const account = accountOf(session);
    const snapshot = readSnapshot(await get(snapshotKey(account)), account);
    // The server ended the session in an earlier visit: without tokens the member must log in again.
    if (session.kind === 'member' && !(await get(AUTH_KEY))) updateSyncState({ signInNeeded: true });
    adoptSession(session);
    adoptSnapshot(snapshot);
    return { session, snapshot, storage: 'ok' } as const;
  });
  const nothing: Boot = { session: GUEST, snapshot: null, storage: 'unavailable' };
  const blocked = () => {
    updateSyncState({ fleeting: true });
    return nothing;
  };
  // A late result still reaches the stores.
  return within(PATIENCE_MS, read.catch(blocked), nothing);
}
