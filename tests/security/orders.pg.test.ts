import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());

test('a buyer reads their own orders, the ceo all of them with their buyers, and nobody else any', async () => {
  const db = await scratch.connect();
  const as = async (fields: Record<string, unknown>) =>
    new Session(await scratch.connect(), await newMember(db, fields));
  const [ceo, admin, buyer] = [await as({ role: 'ceo' }), await as({ role: 'admin' }), await as({})];
  const guest = new Session(await scratch.connect(), null);
  await db.query(
    `insert into orders (user_id, item, amount_cents, currency, status, created_at)
     values ($1, 'sticker', 100, 'usd', 'paid', now()), (null, 'sticker', 100, 'usd', 'pending', now() - interval '1 hour')`,
    [buyer.id],
  );
  expect(await buyer.rows('select user_id, status from orders')).toEqual([{ user_id: buyer.id, status: 'paid' }]);
  expect(await admin.rows('select id from orders')).toEqual([]);
  expect(await guest.refusal('select id from orders')).toMatchObject({ code: '42501' });
  const [first, second] = await ceo.rows<{ username: string; created_at: Date }>('select * from all_orders()');
  expect([first, second]).toMatchObject([{ status: 'paid' }, { status: 'pending', username: null }]);
  expect(first?.username).toBeTruthy();
  expect(await ceo.rows('select id from all_orders($1)', [first?.created_at])).toHaveLength(1);
  for (const session of [guest, buyer, admin])
    expect(await session.refusal('select * from all_orders()')).toMatchObject({ code: '42501' });
});
