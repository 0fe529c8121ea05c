// Without zod: the service worker needs these too, and must stay small.

export const CRUD_VERSION = 1;

/** Version of queue entries and outbox rows on the device. An entry with a higher version is set aside. */
export const QUEUE_VERSION = 1;

/** Limits of one `apply_crud` call: actions, operations per action, bytes of JSON. The migration has the same. */
export const CALL_LIMITS = { actions: 200, ops: 100, bytes: 1024 * 1024 } as const;

/** Limits of one batch, below CALL_LIMITS; the first one reached ends it. `bytes`: JSON of the actions. */
export const BATCH_LIMITS = { ops: 100, bytes: 256 * 1024 } as const;
