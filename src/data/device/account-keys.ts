/** What range mode saved last, and its settings: see range/packed.ts. */
export const packedKey = (account: string): string => `packed:${account}`;

/** Where the feed is read on this device, and which place was put away: see features/feed/place-mutations.ts. */
export const readingPlaceKey = (account: string): string => `reading-place:${account}`;

/** The tags that were packed on this device: see range/tag-packs.ts. */
export const tagPacksKey = (account: string): string => `packed-tags:${account}`;

/** Set when the member has closed the invitation to choose a username on this device. */
export const setUpLaterKey = (userId: string): string => `set-up-later:${userId}`;

export const searchesKey = (account: string): string => `searches:${account}`;
