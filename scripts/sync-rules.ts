import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { renderSyncRules } from './sync-rules/render.ts';

const FILE = join(import.meta.dirname, '../sync-rules.yaml');
const COMMAND = 'npm run sync-rules';

const HELP = `Writes sync-rules.yaml from the columns in src/contract/sync and the streams in scripts/sync-rules.

  ${COMMAND}             write the file
  ${COMMAND} -- --check  only say whether it is up to date; exit code 1 when it is not
`;

const { values } = parseArgs({ options: { check: { type: 'boolean' }, help: { type: 'boolean' } } });

if (values.help) {
  process.stdout.write(HELP);
} else {
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
}
