import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Client, DatabaseError } from 'pg';

import type { BackendContext } from '../context.ts';
import { asError, codeOf, isDiskFull, UserError } from '../system/user-error.ts';
import { splitSql } from './sql-split.ts';
import type { SqlStatement } from './sql-split.ts';

interface Migration {
  readonly file: string;
  readonly version: string;
  readonly name: string;
  readonly sql: string;
  readonly statements: SqlStatement[];
}

const FILE = /^(\d{14})_([a-z0-9_]+)\.sql$/;
const DEFAULT_FOLDER = join(import.meta.dirname, '..', '..', 'supabase', 'migrations');

/** The Supabase CLI uses the same table, so either tool can continue after the other. */
const HISTORY = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;
`;

/**
 * Applies supabase/migrations in order of their version, each in one transaction, and records it. Returns the applied
 * files. Throws UserError if one fails (file, line, SQLSTATE), if it has an UPDATE or DELETE without WHERE, or if one
 * was changed or removed after it had been applied.
 */
export async function migrate(ctx: Pick<BackendContext, 'databaseUrl'>, folder = DEFAULT_FOLDER): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const client = new Client({ connectionString: ctx.databaseUrl, application_name: 'migrate' });
  // A lost connection is reported by the query that is running.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(HISTORY);
    const applied = await readHistory(client);
    assertUnchanged(migrations, applied);
    const missing = migrations.filter((migration) => !applied.has(migration.version));
    for (const migration of missing) {
      await assertWritesAreFiltered(migration);
      await apply(client, migration);
    }
    return missing.map((migration) => migration.file);
  } finally {
    await client.end();
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const files = await readdir(folder).catch((error: unknown) => {
    throw new UserError(`The migrations in ${folder} cannot be read.`, { cause: error });
  });
  const migrations: Migration[] = [];
  for (const file of files.filter((name) => name.endsWith('.sql')).toSorted()) {
    const [, version, name] = FILE.exec(file) ?? [];
    if (!version || !name) throw new UserError(`${file} is not a migration file name: YYYYMMDDHHMMSS_noun_change.sql.`);
    const twin = migrations.find((other) => other.version === version);
    if (twin) throw new UserError(`${twin.file} and ${file} have the same version.`);
    const sql = await readFile(join(folder, file), 'utf8');
    migrations.push({ file, version, name, sql, statements: splitSql(sql) });
  }
  return migrations;
}

/** The recorded statements of each version, joined by Postgres: `pg` reads an array letter by letter. */
async function readHistory(client: Client): Promise<Map<string, string | null>> {
  const { rows } = await client.query<{ version: string; recorded: string | null }>(
    "select version, array_to_string(statements, ' ') as recorded from supabase_migrations.schema_migrations",
  );
  return new Map(rows.map((row) => [row.version, row.recorded]));
}

function assertUnchanged(migrations: Migration[], applied: Map<string, string | null>): void {
  for (const migration of migrations) {
    const recorded = applied.get(migration.version);
    if (recorded === undefined || recorded === null) continue;
    const text = migration.statements.map((statement) => statement.text).join(' ');
    if (recorded === text || normalize(recorded) === normalize(text)) continue;
    throw new UserError(
      `The migration ${migration.file} was changed after it had been applied to this database. ` +
        'Undo the change and write a new migration, or run `npm run reset` to start over.',
    );
  }
  const gone = [...applied.keys()].find((version) => !migrations.some((migration) => migration.version === version));
  if (gone) {
    throw new UserError(
      `This database has the migration ${gone}, which is missing in this checkout. ` +
        'Check out the version that contains it, or run `npm run reset` to start over.',
    );
  }
}

/** Ignores whitespace: the Supabase CLI splits and trims slightly differently. */
const normalize = (statements: string): string => statements.replaceAll(/[\s;]+/g, ' ').trim();

/** Postgres itself accepts such a statement; a hosted project refuses it only when a member writes. */
async function assertWritesAreFiltered({ file, statements }: Migration): Promise<void> {
  // Its parser of SQL is loaded only when a migration is new: most starts have none.
  const { writesWithoutWhere } = await import('./writes-without-where.ts');
  for (const statement of statements) {
    const [first] = await writesWithoutWhere(statement.text);
    if (first === undefined) continue;
    throw new UserError(
      `The migration ${file}, line ${statement.line}, has an UPDATE or DELETE without WHERE, which hosted Supabase refuses (safeupdate): ` +
        `${first}. Name the rows, or write \`where true\` if all are meant. Nothing of it was applied.`,
    );
  }
}

async function apply(client: Client, migration: Migration): Promise<void> {
  let current: SqlStatement | undefined;
  await client.query('begin');
  try {
    for (const statement of migration.statements) {
      current = statement;
      await client.query(statement.text);
    }
    current = undefined;
    await client.query(
      'insert into supabase_migrations.schema_migrations (version, statements, name) values ($1, $2, $3)',
      [migration.version, migration.statements.map((statement) => statement.text), migration.name],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (isDiskFull(error)) throw error;
    throw failure(migration, current, error);
  }
}

function failure(migration: Migration, statement: SqlStatement | undefined, error: unknown): UserError {
  const place = statement ? `, line ${lineOf(migration, statement, error)}` : '';
  const reason = asError(error).message.replace(/\.$/, '');
  return new UserError(
    `The migration ${migration.file}${place} failed: ${reason} (${codeOf(error) ?? 'no code'}). Nothing of it was applied.`,
    { cause: error },
  );
}

/** The line that Postgres reports, or else the first line of the statement. */
function lineOf(migration: Migration, statement: SqlStatement, error: unknown): number {
  const position = error instanceof DatabaseError ? Number(error.position) : Number.NaN;
  if (!Number.isInteger(position)) return statement.line;
  const begin = migration.sql.indexOf(statement.text);
  // Postgres counts characters, not UTF-16 units.
  const before = [...statement.text].slice(0, position - 1).join('');
  return (migration.sql.slice(0, begin) + before).split('\n').length;
}
