import { createStore } from '#lib/store.ts';

/** When a server that does not answer is asked again (Date.now()). Null: it is asked now, or it answers. */
export const nextCheck = createStore<number | null>(null);
