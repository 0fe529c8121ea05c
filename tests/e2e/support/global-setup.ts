import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { copyPreparedDataDir } from '../../support/prepared-data-dir.ts';

/** Prepares the data directory that every backend of the run copies, before several workers ask for it at once. */
export default async function prepareData(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-e2e-'));
  await copyPreparedDataDir(folder, { seed: true });
  await rm(folder, { recursive: true });
}
