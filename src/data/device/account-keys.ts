/** What range mode saved last, and how the member wants it: see range/packed.ts. */
export const packedKey = (account: string): string => `packed:${account}`;

/** Where the feed is read on this device, and which place was put away: see features/feed/place-mutations.ts. */
export const readingPlaceKey = (account: string): string => `reading-place:${account}`;

/** The tags that were packed on this device: see range/tag-packs.ts. */
export const tagPacksKey = (account: string): string => `packed-tags:${account}`;

/** Set when the member has closed the invitation to choose a username on this device. */
export const setUpLaterKey = (userId: string): string => `set-up-later:${userId}`;

/** The terms that were searched for last on this device. */
export const searchesKey = (account: string): string => `searches:${account}`;
