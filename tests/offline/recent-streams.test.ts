import { afterEach, beforeEach, expect, test } from 'vitest';
import { longLived } from '#data/replica/powersync-tables.ts';
import { limitLongLived } from '#data/replica/recent-streams.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const DAY = 86_400;
let me: SignedIn;

beforeEach(async () => {
  me = await signIn('018f0000-0000-7000-8000-000000000001');
});
afterEach(() => me.close());

/** Two visits in the same millisecond have no order. */
const nextMillisecond = async () => {
  const began = Date.now();
  while (Date.now() === began) await new Promise((resolve) => setImmediate(resolve));
};

const visit = async (user_id: string) => {
  await nextMillisecond();
  const subscription = await me.db.syncStream('profile_posts', { user_id }).subscribe({ ttl: DAY });
  subscription.unsubscribe();
};

test('the streams that were used last keep their long lifetime', async () => {
  for (const name of ['one', 'two', 'three', 'four', 'two']) await visit(name);
  await limitLongLived(me.db, 'profile_posts', DAY, 2);
  expect(await longLived(me.db, 'profile_posts', DAY)).toEqual([{ user_id: 'two' }, { user_id: 'four' }]);
  // The others are not deleted: they have the lifetime of any screen.
  expect(await longLived(me.db, 'profile_posts', 1800)).toHaveLength(2);
  await visit('one');
  await limitLongLived(me.db, 'profile_posts', DAY, 2);
  expect(await longLived(me.db, 'profile_posts', DAY)).toEqual([{ user_id: 'one' }, { user_id: 'two' }]);
});
