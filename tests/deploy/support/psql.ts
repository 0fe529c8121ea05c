/**
 * The part of psql that deploy/backup/restore-dump.sh uses, because the npm packages of Postgres contain no client:
 * statements of each `-c` or of a file `-f`, in one connection to the database of `-d`, and the values of their rows.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import pg from 'pg';

const { values } = parseArgs({
  options: {
    X: { type: 'boolean', short: 'X' },
    q: { type: 'boolean', short: 'q' },
    A: { type: 'boolean', short: 'A' },
    t: { type: 'boolean', short: 't' },
    v: { type: 'string', short: 'v' },
    d: { type: 'string', short: 'd', multiple: true },
    c: { type: 'string', short: 'c', multiple: true },
    f: { type: 'string', short: 'f' },
  },
});
// The last one counts, as for psql.
const db = new pg.Client({ host: process.env['PGHOST'], user: process.env['PGUSER'], database: values.d?.at(-1) });
await db.connect();
const statements = values.f === undefined ? (values.c ?? []) : [await readFile(values.f, 'utf8')];
try {
  for (const sql of statements) {
    const { rows } = await db.query<(string | number | boolean | null)[]>({ text: sql, rowMode: 'array' });
    for (const row of rows) process.stdout.write(`${row.map((value) => value ?? '').join('|')}\n`);
  }
} catch (error) {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 3;
} finally {
  await db.end();
}
