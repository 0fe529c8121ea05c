// Without zod: the service worker needs these too, and must stay small.

/** Version of the wire format in crud.ts. */
export const CRUD_VERSION = 1;

/** Version of queue entries and outbox rows on the device. An entry with a higher version is set aside. */
export const QUEUE_VERSION = 1;

/**
 * What `apply_crud` accepts in one call: actions, operations of each action (at least one), bytes of JSON. The same
 * numbers are in the migration.
 */
export const CALL_LIMITS = { actions: 200, ops: 100, bytes: 1024 * 1024 } as const;

/**
 * Limits of one batch of a device, below CALL_LIMITS: whichever is reached first ends the batch. `bytes` counts the
 * JSON of the actions.
 */
export const BATCH_LIMITS = { ops: 100, bytes: 256 * 1024 } as const;
