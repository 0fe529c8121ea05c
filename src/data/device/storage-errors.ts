const QUOTA = /quota|disk is full|SQLITE_FULL|database or disk/i;

/** The device has no room left, as the browser's caches, IndexedDB, Dexie (in `inner`) or SQLite report it. */
export const isQuotaError = (error: unknown): boolean => {
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } };
  return QUOTA.test(`${name} ${inner?.name} ${String(error)}`);
};

/** SQLite cannot read its own file any more. */
export const isDamaged = (error: unknown): boolean =>
  /malformed|not a database|SQLITE_CORRUPT|SQLITE_NOTADB|file is encrypted/i.test(String(error));
