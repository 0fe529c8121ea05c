import { afterEach, expect, test, vi } from 'vitest';
import { createPost } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

let me: SignedIn | undefined;
afterEach(async () => {
  await me?.close();
  vi.unstubAllGlobals();
});

test('the browser is asked once to keep the storage, after the first thing that the member wrote', async () => {
  const persist = vi.fn(async () => true);
  vi.stubGlobal('navigator', { storage: { persisted: async () => false, persist } });
  const member = '018f0000-0000-7000-8000-000000000001';
  me = await signIn(member);
  await me.synced('posts', '018f0000-0000-7000-8000-000000000002', { user_id: member, title: 'Read' });
  expect(persist).not.toHaveBeenCalled();

  await createPost({ title: 'Written', description: '', visibility: 'public' });
  await vi.waitFor(() => expect(persist).toHaveBeenCalledOnce());
  await votePost('018f0000-0000-7000-8000-000000000002', 1);
  expect(persist).toHaveBeenCalledOnce();
});
