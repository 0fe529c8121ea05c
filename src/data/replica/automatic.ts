import { deriveStore, type Store } from '#lib/store.ts';
import { syncState } from '../device/sync-state.ts';

let turns = 0;

/** Numbers what happens in this tab: a later event has a larger number. Never 0. */
export const nextTurn = (): number => (turns += 1);

let since = 0;

/** When the streams that each device of the account opens had synced; 0 before. */
export const automatic: Store<number> = deriveStore(
  [syncState],
  ({ synced }) => (since = synced ? since || nextTurn() : 0),
);
