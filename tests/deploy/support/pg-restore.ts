/**
 * The part of pg_restore that deploy/backup uses, for a "dump" that is a file of SQL statements with the rows as COPY
 * writes them in lines that begin with `--`, because the npm packages of Postgres contain no client.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import pg from 'pg';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    create: { type: 'boolean' },
    list: { type: 'boolean' },
    'use-list': { type: 'string' },
    'exit-on-error': { type: 'boolean' },
    'data-only': { type: 'boolean' },
    file: { type: 'string' },
    dbname: { type: 'string' },
  },
});
const dump = await readFile(positionals[0] ?? '', 'utf8');
const LIST = `;
; Selected TOC Entries:
;
4000; 1262 5 DATABASE - postgres supabase_admin
215; 1259 16384 TABLE public notes supabase_admin
4001; 0 0 DATABASE PROPERTIES - postgres supabase_admin
4002; 0 16384 TABLE DATA public notes supabase_admin
`;

async function run(sql: string): Promise<void> {
  const { PGHOST: host, PGUSER: user } = process.env;
  const db = new pg.Client({ host, user, database: values.dbname });
  await db.connect();
  try {
    await db.query(sql);
  } finally {
    await db.end();
  }
}

if (values.list) process.stdout.write(LIST);
else if (values.file !== undefined)
  await writeFile(values.file, dump.replaceAll(/^(?!-- ).*\n/gm, '').replaceAll(/^-- /gm, ''));
else if (values['use-list'] === undefined) await run(dump);
else {
  // Entries of the database only: the list was cut.
  if (/ TABLE /.test(await readFile(values['use-list'], 'utf8'))) throw new Error('The list has tables.');
  await run('create database postgres');
  await run(`alter database postgres set app.restored = 'yes'`);
}
