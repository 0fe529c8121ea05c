/**
 * The part of psql that deploy/backup/base.sh uses, because the npm packages of Postgres contain no client: statements from stdin that
 * end with `\g <file>`, one per line, and `\!` with a shell command, in one session.
 */
import { spawnSync } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { writeFile } from 'node:fs/promises';

import pg from 'pg';

const db = new pg.Client({
  host: process.env['PGHOST'],
  user: process.env['PGUSER'],
  database: process.env['PGDATABASE'],
});
await db.connect();
for (const line of (await text(process.stdin)).split('\n')) {
  const [, sql, file] = /^(.+) \\g (\S+)$/.exec(line) ?? [];
  if (line.startsWith('\\! ')) {
    spawnSync('/bin/sh', ['-c', line.slice(3)], { stdio: ['ignore', 'inherit', 'inherit'] });
  } else if (sql !== undefined && file !== undefined) {
    const { rows } = await db.query<Record<string, unknown>>(sql);
    await writeFile(file, rows.map((row) => `${String(Object.values(row)[0])}\n`).join(''));
  } else if (line !== '') throw new Error(`This psql does not know: ${line}`);
}
await db.end();
