import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type Row, goalResult } from './bench/row.ts';
import { readOptions } from './command-options.ts';

const USAGE = `Usage: npm run bench -- [options]   measure bytes and speed

Options:
  --database   only the database, with many members and posts
  --drain      only how fast a queue drains
  --json       print JSON`;

const values = readOptions(USAGE, {
  json: { type: 'boolean' },
  database: { type: 'boolean' },
  drain: { type: 'boolean' },
});
const say = values.json ? () => {} : console.log;
const rows = await measure();
if (values.json) console.log(JSON.stringify(rows, null, 2));
else
  for (const row of rows) {
    const value = Number.isNaN(row.value) ? '' : row.value.toFixed(1);
    console.log(`${row.what.padEnd(58)} ${value.padStart(9)} ${row.unit.padEnd(3)} ${goalResult(row)}`.trimEnd());
  }

/** Loaded on demand, so that the usage is printed at once. */
async function measure(): Promise<Row[]> {
  if (values.database) return (await import('./bench/database.ts')).measureDatabase(say);
  if (values.drain) return measureDrain();
  const { measureApp } = await import('./bench/app.ts');
  return [...(await measureApp(say)), ...(await measureDrain())];
}

/** Runs as its own process: it uses the app's data layer, which has one signed-in member per process. */
async function measureDrain(): Promise<Row[]> {
  const drain = join(import.meta.dirname, 'bench/drain.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [drain, '--json']);
  return JSON.parse(stdout) as Row[];
}
