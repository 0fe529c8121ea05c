import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { action, newMember, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let ann: Session;
let ben: Session;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  const admin = await scratch.connect();
  ann = new Session(await scratch.connect(), await newMember(admin));
  ben = new Session(await scratch.connect(), await newMember(admin));
  guest = new Session(await scratch.connect(), null);
});
afterAll(() => scratch.stop());

test('a place in the feed is written and read by its member alone, at a time that the server takes', async () => {
  const me = ann.id ?? '';
  const data = { post_id: randomUUID(), post_at: '2026-11-20T10:00:00Z', read_at: '2030-01-01T00:00:00Z' };
  const put = { op: 'PUT', table: 'reading_places', id: me, data } as const;
  expect(await ben.applyCrud(action(put))).toMatchObject([{ status: 'rejected', code: '42501' }]);
  expect(await ann.applyCrud(action(put))).toMatchObject([{ status: 'applied' }]);
  const later = randomUUID();
  const patch = { op: 'PATCH', table: 'reading_places', id: me, data: { post_id: later } } as const;
  expect(await ann.applyCrud(action(patch))).toMatchObject([{ status: 'applied' }]);
  const stamped = 'select post_id, read_at <= now() as is_stamped from reading_places';
  expect(await ann.rows(stamped)).toEqual([{ post_id: later, is_stamped: true }]);
  expect(await ben.rows(stamped)).toEqual([]);
  expect(await guest.refusal(stamped)).toMatchObject({ code: '42501' });
  expect((await readReplica(scratch.url, { userId: me })).ids('reading_places')).toEqual([me]);
  expect((await readReplica(scratch.url, { userId: ben.id ?? '' })).ids('reading_places')).toEqual([]);
  const [{ data: exported } = { data: {} }] = await ann.rows<{ data: Record<string, unknown> }>(
    'select public.export_my_data() as data',
  );
  expect(exported).toMatchObject({ reading_place: [{ id: me, post_id: later }] });
});
