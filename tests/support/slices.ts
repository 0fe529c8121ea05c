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

/** Counts at the end of a transaction, after everything that is deferred to it. */
const COUNTER = `
  create temp table row_counter (id integer);
  create function pg_temp.count_rows() returns trigger language plpgsql as $$
  begin
    perform set_config('test.written', (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_xact_user_tables)::text, false);
    return null;
  end $$;
  create constraint trigger row_counter_after_insert after insert on row_counter deferrable initially deferred
    for each row execute function pg_temp.count_rows()`;

/** Runs one statement, of a member or of the service, and returns the number of rows that it and its triggers wrote. */
export async function rowsWritten(
  db: pg.Client,
  session: Session | null,
  sql: string,
  values: unknown[] = [],
): Promise<number> {
  const numberOf = async (query: string) => Number((await db.query<{ n: string }>(query)).rows[0]?.n);
  if ((await numberOf("select (to_regclass('pg_temp.row_counter') is null)::int as n")) === 1) await db.query(COUNTER);
  await db.query('begin');
  try {
    // Also counts earlier transactions of the connection whose statistics were not sent yet.
    const before = await numberOf('select sum(n_tup_ins + n_tup_upd + n_tup_del) as n from pg_stat_xact_user_tables');
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
    return (await numberOf("select current_setting('test.written') as n")) - before;
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
}
