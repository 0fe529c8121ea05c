import { expect, test } from 'vitest';
import { setProfilePicture } from '#data/media/profile-picture.ts';
import { publishReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { chooseUsername, saveProfile } from '#features/me/mutations.ts';
import { sendMessage } from '#features/messages/mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { signIn } from './support/signed-in.ts';

const id = (last: number) => `018f0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const [ME, BOB] = [id(1), id(2)] as [string, string];

test('what a member wrote while their database was closed never becomes that of the next member', async () => {
  const me = await signIn(ME);
  setReplicaOpener(async () => ({ followSession() {}, tryAgain: async () => {} }));
  publishReplica(null);
  const waiting = [
    sendMessage({ recipient_id: id(8), content: 'Ten minutes out' }),
    createPost({ title: 'Mine alone', description: '', visibility: 'public', draftId: id(90) }),
    // The second one begins when the first one has ended.
    chooseUsername({ username: 'sam' }),
    chooseUsername({ username: 'samuel' }),
  ];
  const saving = saveProfile((options) => chooseUsername({ username: 'samson' }, options), ['username']);
  const next = await signIn(BOB);
  const refused = { ok: false, code: 'signed_out' };
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => refused));
  expect(await saving).toEqual({ state: 'failed', code: 'signed_out' });
  // The lane of the files may outlive the log-out for a moment.
  const picture = { field: 'banner_url', url: 'https://example.test/a.jpg' } as const;
  expect(await setProfilePicture(picture, { account: ME })).toEqual(refused);
  expect(await next.outbox()).toEqual([]);
  await next.close();
  await me.close();
});
