import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { consentsTo } from '#contract/auth.ts';
import type { CrudAnswer, CrudOp, CrudAction } from '#contract/crud.ts';

export interface Refused {
  readonly code: string;
  readonly message: string;
}

/** Creates an account and its profile as the first sign-in does. Returns the id. */
export async function newMember(admin: pg.Client, fields: Record<string, unknown> = {}): Promise<string> {
  const id = randomUUID();
  await admin.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@members.example`]);
  await admin.query('select public.create_profile_and_friend($1, $2)', [id, consentsTo('test')]);
  for (const [column, value] of Object.entries(fields)) {
    await admin.query(`update public.profiles set ${column} = $2 where id = $1`, [id, value]);
  }
  return id;
}

/** Runs SQL as the Data API does for a member (or, without an id, for a guest): role and claims per statement. */
export class Session {
  readonly #db: pg.Client;
  readonly id: string | null;

  constructor(db: pg.Client, id: string | null) {
    this.#db = db;
    this.id = id;
  }

  /** Runs one statement in a transaction. Throws the error of Postgres. */
  async run<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<pg.QueryResult<Row>> {
    const role = this.id === null ? 'anon' : 'authenticated';
    await this.#db.query('begin');
    try {
      await this.#db.query("select set_config('request.jwt.claims', $1, true)", [
        JSON.stringify({ sub: this.id ?? undefined, role }),
      ]);
      await this.#db.query(`set local role ${role}`);
      const result = await this.#db.query<Row>(sql, values);
      await this.#db.query('commit');
      return result;
    } catch (error) {
      await this.#db.query('rollback');
      throw error;
    }
  }

  async rows<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.run<Row>(sql, values)).rows;
  }

  /** The error of a statement, or null when it succeeded. */
  async refusal(sql: string, values: unknown[] = []): Promise<Refused | null> {
    try {
      await this.run(sql, values);
      return null;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      return { code: code ?? '', message };
    }
  }

  /** All results: a slow call ends early, and a device sends the rest again. */
  async applyCrud(...actions: CrudAction[]): Promise<CrudAnswer['results']> {
    const results = await this.applyCrudOnce(...actions);
    return results.length === 0 || results.length === actions.length
      ? results
      : [...results, ...(await this.applyCrud(...actions.slice(results.length)))];
  }

  /** The results of one call. */
  async applyCrudOnce(...actions: CrudAction[]): Promise<CrudAnswer['results']> {
    const [row] = await this.rows<{ answer: CrudAnswer }>('select public.apply_crud($1) as answer', [
      JSON.stringify({ v: 1, actions }),
    ]);
    if (row?.answer.marker !== 'apply_crud') throw new Error('apply_crud gave no marker');
    return row.answer.results;
  }
}

export const action = (...ops: CrudOp[]): CrudAction => ({
  action_id: randomUUID(),
  created_at: new Date().toISOString(),
  ops,
});

export const putPost = (author: string, data: Record<string, unknown> = {}, id: string = randomUUID()): CrudOp => ({
  op: 'PUT',
  table: 'posts',
  id,
  data: { user_id: author, title: 'Fog on the line', visibility: 'public', ...data },
});
