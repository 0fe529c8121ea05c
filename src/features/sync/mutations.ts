import { replicaStore } from '#data/replica/replica.ts';

/** Asks now whether the server answers. */
export const checkServer = (): void => replicaStore.get()?.check();
