import { afterEach, beforeEach, expect, test } from 'vitest';
import { discardWithUndo, resendWith } from '#data/outbox/edit.ts';
import { addComment } from '#features/comments/mutations.ts';
import { sendMessage } from '#features/messages/mutations.ts';
import { editInPlace } from '#features/outbox/mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const BOB = '018f0000-0000-7000-8000-000000000002';

let me: SignedIn;
const rows = () =>
  me.db.getAll<{ id: string; kind: string; state: string; label: string; last_error: string | null }>(
    'SELECT * FROM outbox WHERE kind <> ? ORDER BY created_at, id',
    ['undo'],
  );
const only = async () => {
  const [row] = await rows();
  return row?.id ?? '';
};
const words = () => me.db.getAll<{ title: string }>('SELECT title FROM posts');

beforeEach(async () => {
  me = await signIn(ME);
});
afterEach(() => me.close());

test('a discarded post comes back with its comments when that is undone, and is sent once', async () => {
  const post = await createPost({ title: 'Never mind', description: '', visibility: 'public' });
  await addComment({ post_id: post.ok ? post.id : '', parent_id: null, text: 'To myself' });
  const discarded = await discardWithUndo(await only());
  expect(await rows()).toEqual([]);
  expect(await words()).toEqual([]);
  if (discarded.ok) await discarded.undo?.();
  expect((await rows()).map(({ kind, state }) => [kind, state])).toEqual([
    ['post', 'queued'],
    ['comment', 'queued'],
  ]);
  expect(await words()).toEqual([{ title: 'Never mind' }]);
  expect((await me.drain()).flatMap(({ ops }) => ops.map(({ op, table }) => [op, table]))).toEqual([
    ['PUT', 'posts'],
    ['PUT', 'comments'],
  ]);
});

test('a refused one comes back refused, with its reason', async () => {
  await createPost({ title: 'Refused', description: '', visibility: 'public' });
  await me.db.execute('DELETE FROM ps_crud');
  await me.db.execute(`UPDATE outbox SET state = 'refused', attempts = 1, last_error = 'You are muted.'`);
  const discarded = await discardWithUndo(await only());
  expect(await rows()).toEqual([]);
  if (discarded.ok) await discarded.undo?.();
  expect(await rows()).toMatchObject([{ label: 'Refused', state: 'refused', last_error: 'You are muted.' }]);
});

test('a message is corrected where it stands, and only the new words are sent', async () => {
  await sendMessage({ recipient_id: BOB, content: 'Ten minutes' });
  expect(await editInPlace(await only(), 'message', '  ')).toEqual({ ok: false, code: 'message_blank' });
  expect(await editInPlace(await only(), 'message', 'Twenty minutes ')).toEqual({ ok: true });
  expect(await rows()).toMatchObject([{ kind: 'message', label: 'Twenty minutes', state: 'queued' }]);
  const sent = await me.drain();
  expect(sent.flatMap(({ ops }) => ops)).toMatchObject([
    { op: 'PUT', table: 'private_messages', data: { content: 'Twenty minutes', recipient_id: BOB } },
  ]);
});

test('what is on its way is not changed', async () => {
  await sendMessage({ recipient_id: BOB, content: 'Going' });
  await me.db.execute(`UPDATE outbox SET state = 'sending'`);
  expect(await resendWith(await only(), 'content', 'Changed')).toEqual({ ok: false, code: 'sending' });
  expect((await discardWithUndo(await only())).ok).toBe(false);
});
