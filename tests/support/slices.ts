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

/** Runs one statement, of a member or of the service, and returns the number of rows that it and its triggers wrote. */
export async function rowsWritten(
  db: pg.Client,
  session: Session | null,
  sql: string,
  values: unknown[] = [],
): Promise<number> {
  // Also counts earlier transactions of the connection whose statistics were not sent yet.
  const countAll = async (): Promise<number> =>
    Number(
      (
        await db.query<{ written: string }>(
          'select sum(n_tup_ins + n_tup_upd + n_tup_del) as written from pg_stat_xact_user_tables',
        )
      ).rows[0]?.written,
    );
  await db.query('begin');
  try {
    const before = await countAll();
    if (session) {
      await db.query("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({ sub: session.id, role: 'authenticated' }),
      ]);
      await db.query('set local role authenticated');
    }
    await db.query(sql, values);
    await db.query('reset role');
    // What is written at the end of a transaction.
    await db.query('set constraints all immediate');
    const written = (await countAll()) - before;
    await db.query('commit');
    return written;
  } catch (error) {
    await db.query('rollback');
    throw error;
  }
}
