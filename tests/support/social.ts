import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { v5 } from 'uuid';
import { afterAll, expect } from 'vitest';
import type { CrudOp } from '#contract/crud.ts';
import { PAIR_NAMESPACES } from '#contract/ids.ts';
import { newMember, Session } from './as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from './scratch-database.ts';

/** Two friends, a stranger, staff and a guest in a new database. */
export interface SmallWorld {
  readonly scratch: ScratchDatabase;
  readonly admin: pg.Client;
  readonly author: Session;
  readonly friend: Session;
  readonly stranger: Session;
  readonly staff: Session;
  readonly guest: Session;
  /** A session of the same member on another connection, for concurrent statements. */
  again(session: Session): Promise<Session>;
  /** Twelve such sessions. */
  twelve(session: Session): Promise<Session[]>;
  newSession(fields?: Record<string, unknown>): Promise<Session>;
  one<T>(sql: string, values?: unknown[]): Promise<T>;
}

export async function startSmallWorld(): Promise<SmallWorld> {
  const scratch = await startScratchDatabase();
  const admin = await scratch.connect();
  const db = await scratch.connect();
  const newSession = async (fields: Record<string, unknown> = {}) => new Session(db, await newMember(admin, fields));
  const again = async (session: Session) => new Session(await scratch.connect(), session.id);
  const world = {
    scratch,
    admin,
    author: await newSession({ username: 'Ann.Author' }),
    friend: await newSession({ username: 'frida' }),
    stranger: await newSession({ username: 'stu' }),
    staff: await newSession({ role: 'admin', username: 'addy' }),
    guest: new Session(db, null),
    newSession,
    again,
    twelve: (session: Session) => Promise.all(Array.from({ length: 12 }, () => again(session))),
    one: async <T>(sql: string, values: unknown[] = []): Promise<T> =>
      Object.values((await admin.query<Record<string, unknown>>(sql, values)).rows[0] ?? {})[0] as T,
  };
  // Tests of the limits set their own.
  await admin.query('update private.rate_limits set max_count = 100000');
  await admin.query('select private.befriend($1, $2)', [world.author.id, world.friend.id]);
  return world;
}

/** The small world of a whole test file: `const world = await openSmallWorld();` at its top. */
export async function openSmallWorld(): Promise<SmallWorld> {
  const world = await startSmallWorld();
  afterAll(() => world.scratch.stop());
  return world;
}

/** Inserts like the session over REST. Returns the id, or throws Postgres's error. */
export async function insert(session: Session, table: string, fields: Record<string, unknown>): Promise<string> {
  const names = Object.keys(fields);
  const row = await session.rows<{ id: string }>(
    `insert into ${table} (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()}) returning id`,
    Object.values(fields),
  );
  return row[0]?.id ?? '';
}

/** The error of the same insert, or null. */
export const refusedInsert = (session: Session, table: string, fields: Record<string, unknown>) => {
  const names = Object.keys(fields);
  return session.refusal(
    `insert into ${table} (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(fields),
  );
};

export const post = (session: Session, fields: Record<string, unknown> = {}): Promise<string> =>
  insert(session, 'posts', { title: 'Fog', ...fields });

/** Whether the session may read the post; it may read its statistics if and only if it may read the post. */
export async function sees(session: Session, id: string): Promise<boolean> {
  const found = await session.rows('select id from posts where id = $1', [id]);
  const stats = await session.rows('select id from post_stats where id = $1', [id]);
  expect(stats).toHaveLength(found.length);
  return found.length === 1;
}

export const put = (table: string, data: Record<string, unknown>, id: string = randomUUID()): CrudOp => ({
  op: 'PUT',
  table,
  id,
  data,
});

export const pairId = (kind: keyof typeof PAIR_NAMESPACES, one: string, other: string | null): string =>
  v5(`${one}:${other}`, PAIR_NAMESPACES[kind]);
