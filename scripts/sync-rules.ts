import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readOptions } from './command-options.ts';
import { renderSyncRules } from './sync-rules/render.ts';

const FILE = join(import.meta.dirname, '../sync-rules.yaml');
const COMMAND = 'npm run sync-rules';

const USAGE = `Usage: npm run sync-rules -- [options]   write sync-rules.yaml from src/contract/sync and scripts/sync-rules

Options:
  --check   only check that it is up to date; exit code 1 when it is not`;

const values = readOptions(USAGE, { check: { type: 'boolean' } });
const wanted = renderSyncRules();
const isCurrent = (await readFile(FILE, 'utf8').catch(() => '')) === wanted;
if (isCurrent) {
  console.log('sync-rules.yaml is up to date.');
} else if (values.check) {
  console.error(`sync-rules.yaml is out of date. Run: ${COMMAND}`);
  process.exitCode = 1;
} else {
  await writeFile(FILE, wanted);
  console.log('Wrote sync-rules.yaml.');
}
