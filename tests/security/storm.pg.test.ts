import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type pg from 'pg';
import { differences, RECOMPUTED } from '../support/recomputed.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';
import { Storm } from '../support/storm.ts';

const { TEST_ALL, STORM_SEED } = process.env;
const OPERATIONS = TEST_ALL === '1' ? 10_000 : 1500;
const SEED = Number(STORM_SEED ?? randomInt(1_000_000));

let scratch: ScratchDatabase;
let admin: pg.Client;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
});
afterAll(() => scratch.stop());

test(`a storm of ${OPERATIONS} operations by 20 members leaves every copy and count as SQL recomputes it (STORM_SEED=${SEED})`, async () => {
  const { outcomes, transient, unexpected } = await new Storm(scratch, admin, SEED).run(OPERATIONS);
  console.info(`storm ${SEED}: ${JSON.stringify({ outcomes, transient })}`);
  expect(unexpected).toEqual([]);
  // The storm reached what it is meant to reach.
  expect(outcomes).toMatchObject({
    ...{
      applied: expect.any(Number),
      duplicate: expect.any(Number),
      rest: expect.any(Number),
      staff: expect.any(Number),
    },
    ...{ undo: expect.any(Number), purge: expect.any(Number), 42501: expect.any(Number), P0002: expect.any(Number) },
  });
  expect(await differences(admin)).toEqual({});
});

test('control: a wrong count, card, scope or list is found', async () => {
  // Each changes one row that its query compares: comments that wait for their image repeat no columns of the post.
  const faults: Record<string, string> = {
    post_stats: 'update post_stats set score = score + 1 where id = (select id from posts limit 1)',
    'author cards of profiles_public': `update profiles_public set author = '{}' where id = (select id from profiles limit 1)`,
    'scope of comments':
      'update comments set feed_page = 99 where id = (select id from comments where is_recent limit 1)',
    'lists of tags': `delete from listed_posts where (list, post_id) = (select list, post_id from listed_posts where list like '#%' limit 1)`,
    directory_pages: 'update directory_pages set size = size + 1 where id = 0',
  };
  for (const [name, fault] of Object.entries(faults)) {
    const sql = RECOMPUTED.find(([known]) => known === name)?.[1] ?? '';
    await admin.query('begin');
    await admin.query("set local session_replication_role = 'replica'");
    expect((await admin.query(fault)).rowCount, `rows with the fault of ${name}`).toBe(1);
    expect((await admin.query(sql)).rows, name).not.toEqual([]);
    await admin.query('rollback');
  }
});
