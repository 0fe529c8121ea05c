import 'fake-indexeddb/auto';
import { v7 } from 'uuid';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readDraft, storeDraft } from '#data/drafts/drafts.ts';
import { publishReplica, type Replica, replicaStore, setReplicaOpener } from '#data/replica/replica.ts';
import { takeBack } from '#features/outbox/due-mutations.ts';
import { sendDue, sendSubmitted, waitForPhotos } from '#features/posts/due-mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = v7();
const POST = { title: 'Before', description: '', visibility: 'public' } as const;
let me: SignedIn;
let replica: Replica | null;
let draftId: string;
let postId: string;

const save = (title: string, due?: { id: string; photos: number }) =>
  storeDraft(ME, { id: draftId, place: 'post', fields: { title, due }, changed_at: Date.now() });

/** A cold start: the database opens seconds later, with `publishReplica(replica)`. */
beforeEach(async () => {
  me = await signIn(ME);
  setReplicaOpener(async () => ({ followSession() {}, tryAgain: async () => {} }));
  replica = replicaStore.get();
  publishReplica(null);
  [draftId, postId] = [v7(), v7()];
  await save('Before', { id: postId, photos: 0 });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await me.close();
});

const titles = async () => (await me.outbox()).map(({ label }) => label);

test.each<[string, () => Promise<unknown>]>([
  ['the page', () => sendDue(draftId)],
  ['its form', () => sendSubmitted({ ...POST, id: postId, draftId })],
])('a submitted post that is taken back before %s could send it is not sent', async (_, send) => {
  const waits = vi.spyOn(replicaStore, 'subscribe');
  const sending = send();
  await vi.waitFor(() => expect(waits).toHaveBeenCalled());
  expect(await takeBack(draftId)).toBe(true);
  await save('Before, and more');
  publishReplica(replica);
  expect(await sending).toBeNull();
  expect(await titles()).toEqual([]);
  expect(await readDraft(ME, draftId)).toMatchObject({ fields: { title: 'Before, and more' } });

  expect(await createPost({ ...POST, title: 'After', draftId })).toMatchObject({ ok: true });
  expect(await titles()).toEqual(['After']);
});

test.each<[string, () => Promise<unknown>]>([
  ['the page', () => sendDue(draftId)],
  ['its form', () => sendSubmitted({ ...POST, id: postId, draftId })],
])('a submitted post that %s is sending cannot be taken back any more', async (_, send) => {
  publishReplica(replica);
  const sending = send();
  const taken: boolean[] = [];
  // Until it is sent, at each moment.
  const stop = new AbortController();
  const trying = (async () => {
    while (!stop.signal.aborted && !taken.includes(true)) taken.push(await takeBack(draftId));
  })();
  const result = await sending;
  stop.abort();
  await trying;
  // One of the two, never both.
  expect((await titles()).length).toBe(taken.includes(true) ? 0 : 1);
  expect((await readDraft(ME, draftId)) !== null).toBe(taken.includes(true));
  expect(result === null).toBe(taken.includes(true));
});

test('a submitted post is sent once, also after another submit of its draft', async () => {
  publishReplica(replica);
  expect(await sendDue(draftId)).toMatchObject({ ok: true, id: postId });
  expect(await sendDue(draftId)).toBeNull();
  expect(await titles()).toEqual(['Before']);
});

test('one that was taken back and is submitted again under its id is sent', async () => {
  publishReplica(replica);
  expect(await takeBack(draftId)).toBe(true);
  await save('After', { id: postId, photos: 0 });
  waitForPhotos(postId);
  expect(await sendDue(draftId)).toMatchObject({ ok: true, id: postId });
  expect(await titles()).toEqual(['After']);
});
