import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
beforeAll(async () => {
  scratch = await startScratchDatabase();
});
afterAll(() => scratch.stop());

test('a buyer can read only their own orders, the ceo all of them with their buyers, others none', async () => {
  const db = await scratch.connect();
  const as = async (fields: Record<string, unknown>) =>
    new Session(await scratch.connect(), await newMember(db, fields));
  const [ceo, admin, buyer] = [await as({ role: 'ceo' }), await as({ role: 'admin' }), await as({})];
  const guest = new Session(await scratch.connect(), null);
  await db.query(
    `insert into orders (user_id, item, amount_cents, currency, status, created_at, checkout_url)
     values ($1, 'sticker', 100, 'usd', 'pending', now(), 'https://pay.example/1'),
       (null, 'sticker', 100, 'usd', 'pending', now() - interval '1 hour', 'https://pay.example/2')`,
    [buyer.id],
  );
  expect(await buyer.rows('select user_id, status, checkout_url from orders')).toEqual([
    { user_id: buyer.id, status: 'pending', checkout_url: 'https://pay.example/1' },
  ]);
  expect(await buyer.refusal("update orders set status = 'paid'")).toMatchObject({ code: '42501' });
  expect(
    await buyer.refusal("select note_checkout_session($1, 'x', 'https://evil.example', now())", [buyer.id]),
  ).toMatchObject({
    code: '42501',
  });
  await expect(db.query("update orders set checkout_url = 'javascript:alert(1)'")).rejects.toMatchObject({
    code: '23514',
  });
  expect(await admin.rows('select id from orders')).toEqual([]);
  expect(await guest.refusal('select id from orders')).toMatchObject({ code: '42501' });
  const [first, second] = await ceo.rows<{ username: string; created_at: Date }>('select * from all_orders()');
  expect([first, second]).toMatchObject([{ status: 'pending' }, { status: 'pending', username: null }]);
  // Whoever has the address of the page could pay in the buyer's place, so only the buyer has it.
  expect(Object.keys(first ?? {})).not.toContain('checkout_url');
  expect(first?.username).toBeTruthy();
  expect(await ceo.rows('select id from all_orders($1)', [first?.created_at])).toHaveLength(1);
  for (const session of [guest, buyer, admin])
    expect(await session.refusal('select * from all_orders()')).toMatchObject({ code: '42501' });
});
