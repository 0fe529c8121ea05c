import { createStore, type Store } from '#lib/store.ts';

/** Replaces this version by a newer one that is installed; null: there is none. */
export const updateStore = createStore<(() => void) | null>(null);

/** True from the member’s consent until the page is reloaded, once the old worker has ended its work. */
export const updatingStore = createStore(false);

const postponed = createStore<(() => void) | null>(null);

/** The update that the member does not want now. */
export const postponedStore: Store<(() => void) | null> = postponed;

export const postponeUpdate = (): void => postponed.set(updateStore.get());
