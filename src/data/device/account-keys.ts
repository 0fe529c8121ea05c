/** What range mode saved last, and its settings: see range/packed.ts. */
export const packedKey = (account: string): string => `packed:${account}`;

/** Set when the member has closed the invitation to choose a username on this device. */
export const setUpLaterKey = (userId: string): string => `set-up-later:${userId}`;

export const searchesKey = (account: string): string => `searches:${account}`;
