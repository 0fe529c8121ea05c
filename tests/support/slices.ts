import type pg from 'pg';
import type { Session } from './as-member.ts';

/** Takes all work in slices that is due at `moment`, as the jobs do. Returns what each call did. */
export async function finishWork(admin: pg.Client, moment = new Date(Date.now() + 60_000)): Promise<string[]> {
  const calls: string[] = [];
  for (;;) {
    const { rows } = await admin.query<{ work: { kind: string; subject: string } | null }>(
      'select claim_work($1) as work',
      [moment],
    );
    const work = rows[0]?.work;
    if (!work) return calls;
    const { rows: done } = await admin.query<{ state: string }>('select do_work($1, $2) as state', [
      work.kind,
      work.subject,
    ]);
    calls.push(`${work.kind} ${done[0]?.state}`);
    if (calls.length > 500) throw new Error(`work that does not end: ${calls.slice(-5).join(', ')}`);
  }
}

const ROWS = `select coalesce(jsonb_object_agg(schemaname || '.' || relname, n_tup_ins + n_tup_upd + n_tup_del), '{}')
  from pg_stat_xact_user_tables where n_tup_ins + n_tup_upd + n_tup_del > 0 and relname <> 'row_counter'`;

/** Counts at the end of a transaction, after everything that is deferred to it. */
const COUNTER = `
  create temp table row_counter (id integer);
  create function pg_temp.count_rows() returns trigger language plpgsql as $$
  begin
    perform set_config('test.written', (${ROWS})::text, false);
    return null;
  end $$;
  create constraint trigger row_counter_after_insert after insert on row_counter deferrable initially deferred
    for each row execute function pg_temp.count_rows()`;

/**
 * Runs one statement, of a member or of the service, and returns the number of rows that it and its triggers wrote, by
 * the name of the table.
 */
export async function rowsByTable(
  db: pg.Client,
  session: Session | null,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, number>> {
  const value = async <T>(query: string) => (await db.query<{ of: T }>(`select (${query}) as of`)).rows[0]!.of;
  if (await value<boolean>("to_regclass('pg_temp.row_counter') is null")) await db.query(COUNTER);
  await db.query('begin');
  try {
    // Also counts earlier transactions of the connection whose statistics were not sent yet.
    const before = await value<Record<string, number>>(ROWS);
    if (session) {
      await db.query("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({ sub: session.id, role: 'authenticated' }),
      ]);
      await db.query('set local role authenticated');
    }
    await db.query(sql, values);
    await db.query('reset role');
    await db.query('insert into row_counter values (1)');
    await db.query('commit');
    const after = await value<Record<string, number>>("current_setting('test.written')::jsonb");
    const rows = Object.entries(after).map(([table, count]) => [table, count - (before[table] ?? 0)] as const);
    return Object.fromEntries(rows.filter(([, count]) => count > 0));
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
}

/** The sum of `rowsByTable`. */
export async function rowsWritten(...of: Parameters<typeof rowsByTable>): Promise<number> {
  return Object.values(await rowsByTable(...of)).reduce((sum, count) => sum + count, 0);
}
