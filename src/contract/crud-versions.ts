// Without zod: the service worker needs these too, and must stay small.

/** Version of the wire form of crud.ts: a queue written by one release may be sent by the next. */
export const CRUD_VERSION = 1;

/**
 * The form of what is kept on the device: queue entries and outbox rows. Each carries the number of the release that wrote it;
 * data/sync/upgrade.ts reads the older ones.
 */
export const QUEUE_VERSION = 2;

/** Limits of one call: whichever is reached first ends the batch. `bytes` counts the JSON of the transactions. */
export const BATCH_LIMITS = { ops: 100, bytes: 256 * 1024 } as const;
