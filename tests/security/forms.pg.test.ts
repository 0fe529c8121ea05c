import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let db: pg.Client;
let guest: Session;
let member: Session;
let admin: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  guest = new Session(await scratch.connect(), null);
  member = new Session(await scratch.connect(), await newMember(db));
  admin = new Session(await scratch.connect(), await newMember(db, { role: 'admin' }));
});
afterAll(() => scratch.stop());
beforeEach(() => db.query('delete from private.rate_usage'));

const WRITE = "insert into contact_messages (name, email, message) values ('Dana', 'dana@example.org', $1)";
const REPORT = 'insert into csae_reports (id, post_url, description, storage_paths) values ($1, $2, $3, $4)';
const URL = 'https://rangeday.example/posts/1';
const file = async (folder = randomUUID()): Promise<string> => {
  const name = `${folder}/${randomUUID()}.png`;
  await db.query("insert into storage.objects (bucket_id, name) values ('csae-report-files', $1)", [name]);
  return name;
};

describe('contact_messages', () => {
  test('A35: everyone can insert, only staff can read, and rows cannot be changed', async () => {
    for (const session of [guest, member]) {
      const text = randomUUID();
      expect(await session.refusal(WRITE, [text])).toBeNull();
      expect((await admin.rows('select user_id from contact_messages where message = $1', [text]))[0]).toEqual({
        user_id: session.id,
      });
    }
    expect(await guest.refusal('select * from contact_messages')).toMatchObject({ code: '42501' });
    expect(await member.rows('select * from contact_messages')).toEqual([]);
    for (const session of [guest, member, admin])
      for (const sql of ["update contact_messages set name = 'x'", 'delete from contact_messages'])
        expect(await session.refusal(sql)).toMatchObject({ code: '42501' });
  });

  test('address, member and time cannot be claimed', async () => {
    for (const column of ['ip_address', 'user_agent', 'user_id', 'created_at'])
      expect(
        await guest.refusal(
          `insert into contact_messages (name, email, message, ${column}) values ('a', 'a@b.example', 'x', null)`,
        ),
      ).toMatchObject({ code: '42501' });
  });

  test('A51 A55: five per hour and sender', async () => {
    for (let i = 0; i < 5; i++) expect(await member.refusal(WRITE, ['x'])).toBeNull();
    expect(await member.refusal(WRITE, ['x'])).toMatchObject({ code: 'PT429' });
    expect(await guest.refusal(WRITE, ['x'])).toBeNull();
    // The guest's address goes with the hour; the member's count, which has begun later, stays.
    await db.query(
      "update private.rate_usage set window_start = window_start - interval '61 minutes' where sender like 'ip:%'",
    );
    expect((await db.query('select forget_rate_usage() as gone')).rows).toEqual([{ gone: 1 }]);
    expect((await db.query('select sender from private.rate_usage')).rows).toEqual([{ sender: member.id }]);
    expect(await member.refusal(WRITE, ['x'])).toMatchObject({ code: 'PT429' });
    for (const session of [guest, member, admin])
      expect(await session.refusal('select forget_rate_usage()')).toMatchObject({ code: '42501' });
  });

  test('no window of a visitor is longer than /privacy says', async () => {
    const { rows } = await db.query("select action from private.rate_limits where per > interval '1 day'");
    expect(rows).toEqual([]);
  });
});

describe('csae_reports', () => {
  test('anyone files, also with attachments that are there; staff reads', async () => {
    for (const session of [guest, member]) {
      const id = randomUUID();
      const folder = randomUUID();
      const paths = [await file(folder), await file(folder)];
      expect(await session.refusal(REPORT, [id, ` ${URL} `, ' Look ', paths])).toBeNull();
      expect(
        (
          await admin.rows('select post_url, description, storage_paths, reporter_id from csae_reports where id = $1', [
            id,
          ])
        )[0],
      ).toEqual({
        ...{ post_url: URL, description: 'Look', storage_paths: paths, reporter_id: session.id },
      });
    }
    expect(await guest.refusal('select * from csae_reports')).toMatchObject({ code: '42501' });
    expect(await member.rows('select * from csae_reports')).toEqual([]);
  });

  test('a member files one, with the server’s time, and no column of the server', async () => {
    const paths = [await file()];
    const id = randomUUID();
    expect(await member.refusal(REPORT, [id, URL, 'Look', paths])).toBeNull();
    // Its answer was lost, and the device sends it again.
    expect(await member.refusal(REPORT, [id, URL, 'Look', paths])).toMatchObject({ code: '23505' });
    expect(
      (await db.query('select storage_paths, created_at > now() as future from csae_reports where id = $1', [id])).rows,
    ).toEqual([{ storage_paths: paths, future: false }]);
    const more = 'insert into csae_reports (id, post_url, description, ip_address) values ($1, $2, $3, $4)';
    expect(await member.refusal(more, [randomUUID(), URL, 'Look', '1.1.1.1'])).toMatchObject({ code: '42501' });
  });

  test.each([
    ['a file that is not there', async () => [`${randomUUID()}/x.png`]],
    ['files of two folders', async () => [await file(), await file()]],
    ['a path trick', async () => ['../x.png']],
    ['a null', async () => [null]],
  ])('attachments: %s is refused', async (_name, paths) => {
    expect(await guest.refusal(REPORT, [randomUUID(), URL, 'Look', await paths()])).toMatchObject({ code: '23514' });
  });

  test('attachments of another report are refused', async () => {
    const paths = [await file()];
    expect(await guest.refusal(REPORT, [randomUUID(), URL, 'Look', paths])).toBeNull();
    expect(await member.refusal(REPORT, [randomUUID(), URL, 'Look', paths])).toMatchObject({ code: '23514' });
  });

  test('A39: filed is filed, for members, staff, the service and a deleted reporter', async () => {
    const id = randomUUID();
    const gone = new Session(await scratch.connect(), await newMember(db));
    await gone.run(REPORT, [id, URL, 'Look', []]);
    for (const session of [guest, member, admin, gone])
      for (const sql of ["update csae_reports set description = 'x'", 'delete from csae_reports'])
        expect(await session.refusal(sql)).toMatchObject({ code: '42501' });
    // Even past every right.
    for (const sql of [
      "update csae_reports set description = 'x'",
      'delete from csae_reports',
      'truncate csae_reports',
    ])
      await expect(db.query(sql)).rejects.toThrow('A report cannot be changed or deleted.');
    await db.query('delete from auth.users where id = $1', [gone.id]);
    expect((await db.query('select reporter_id, description from csae_reports where id = $1', [id])).rows).toEqual([
      { reporter_id: null, description: 'Look' },
    ]);
  });

  test('A55: twenty per hour and sender', async () => {
    const statuses = [];
    for (let i = 0; i < 21; i++) statuses.push(await guest.refusal(REPORT, [randomUUID(), URL, 'Look', []]));
    expect(statuses.slice(0, 20).every((refusal) => refusal === null)).toBe(true);
    expect(statuses[20]).toMatchObject({ code: 'PT429' });
  });
});
