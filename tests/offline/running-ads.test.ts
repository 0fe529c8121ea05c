import { afterAll, beforeAll, expect, test } from 'vitest';
import { RUNNING_ADS_SQL } from '#features/ads/ads-sql.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

let me: SignedIn;
beforeAll(async () => {
  me = await signIn('00000000-0000-4000-8000-000000000001');
});
afterAll(() => me.close());

test('every device has the ads in the order of the server, from another place of the circle', async () => {
  const turns = { a: 100, b: 350, c: 600, d: 850 };
  for (const [id, turn] of Object.entries(turns)) await me.synced('ads', id, { title: id, type: 'banner', turn });
  const starts = new Map<string, number>();
  for (let device = 0; device < 256; device++) {
    const id = `${device.toString(16).padStart(2, '0')}000000-0000-4000-8000-000000000000`;
    await me.db.execute("UPDATE ps_kv SET value = ? WHERE key = 'client_id'", [id]);
    const order = (await me.db.getAll<{ id: string }>(RUNNING_ADS_SQL)).map((ad) => ad.id).join('');
    expect('abcdabcd').toContain(order);
    starts.set(order, (starts.get(order) ?? 0) + 1);
  }
  // A quarter each, within a third.
  expect([...starts.values()].toSorted((one, two) => one - two)).toSatisfy(
    (counts: number[]) => counts.length === 4 && (counts[0] ?? 0) > 42 && (counts[3] ?? 0) < 86,
  );
});
