import { deriveStore, type Store } from '#lib/store.ts';
import { syncState } from '../device/sync-state.ts';

let turns = 0;

/** Numbers what happens in this tab: a later event has a larger number. Never 0. */
export const nextTurn = (): number => (turns += 1);

/**
 * For `onActive`: what `start` began ends only if nobody has subscribed again when the present task is over. A component whose query changes unsubscribes
 * just before it subscribes again.
 */
export function lasting(start: () => () => void): () => () => void {
  let end: (() => void) | undefined;
  let isUsed = false;
  return () => {
    isUsed = true;
    end ??= start();
    return () => {
      isUsed = false;
      queueMicrotask(() => {
        if (isUsed) return;
        end?.();
        end = undefined;
      });
    };
  };
}

let since = 0;

/** When the streams that each device of the account opens had synced; 0 before. */
export const automatic: Store<number> = deriveStore(
  [syncState],
  ({ synced }) => (since = synced ? since || nextTurn() : 0),
);
