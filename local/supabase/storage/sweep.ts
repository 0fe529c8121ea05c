import type { Pool } from 'pg';

import type { Files } from './files.ts';
import type { PartialFiles } from './partial-files.ts';

/** Milliseconds. Far longer than the time between the bytes of a file and its row, which is one transaction. */
const GRACE = 3_600_000;

/**
 * Deletes what a killed process left: bytes without a row in storage.objects, and uploads that nobody continues.
 * Resolves with the number of deleted files. The files are listed before the rows are read: a file that gets its row
 * meanwhile is younger than the grace time.
 */
export async function sweepFiles(db: Pool, files: Files, partials: PartialFiles, now = Date.now()): Promise<number> {
  const old = await files.olderThan(now - GRACE);
  let removed = await partials.removeOld(now);
  if (old.length === 0) return removed;
  const { rows } = await db.query<{ version: string }>(
    'select v.version from unnest($1::text[]) v (version) where not exists (select 1 from storage.objects o where o.version = v.version)',
    [old],
  );
  for (const { version } of rows) {
    await files.remove(version);
    removed += 1;
  }
  return removed;
}
