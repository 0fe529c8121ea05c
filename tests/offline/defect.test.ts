import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { votePost } from '#features/votes/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const [ME, POST] = ['018f0000-0000-7000-8000-000000000001', '018f0000-0000-7000-8000-000000000010'];

let me: SignedIn;
beforeEach(async () => {
  me = await signIn(ME);
  await me.synced('posts', POST, { user_id: ME, title: 'Fog', status: 'live', visibility: 'public' });
});
afterEach(() => me.close());

test('a mistake of the program is not taken for trouble with the storage', async () => {
  const spy = vi.spyOn(me.db, 'writeTransaction').mockRejectedValueOnce(new TypeError('x is not a function'));
  await expect(votePost(POST, 1)).rejects.toThrow('x is not a function');
  spy.mockRestore();
  expect(await votePost(POST, 1)).toMatchObject({ ok: true });
});
