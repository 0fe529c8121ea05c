// Without zod: the service worker needs these too, and must stay small.

/** Version of the wire format in crud.ts. */
export const CRUD_VERSION = 1;

/** Version of queue entries and outbox rows on the device. An entry with a higher version is set aside. */
export const QUEUE_VERSION = 1;

/** Limits of one call: whichever is reached first ends the batch. `bytes` counts the JSON of the actions. */
export const BATCH_LIMITS = { ops: 100, bytes: 256 * 1024 } as const;
