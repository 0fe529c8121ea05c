import { createStore } from '#lib/store.ts';

/** Replaces this version by a newer one that is installed; null: there is none. */
export const updateStore = createStore<(() => void) | null>(null);
