import { afterEach, beforeEach, expect, test } from 'vitest';
import { ACTION_COLUMNS, decodeAction } from '#data/outbox/action-store.ts';
import { editAction } from '#data/outbox/edit.ts';
import { addComment } from '#features/comments/mutations.ts';
import { sendMessage } from '#features/messages/mutations.ts';
import { draftOf } from '#features/outbox/draft-of.ts';
import { editInPlace } from '#features/outbox/mutations.ts';
import { createPost, editPost } from '#features/posts/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const BOB = '018f0000-0000-7000-8000-000000000002';

let me: SignedIn;
const rows = () =>
  me.db.getAll<{ id: string; kind: string; state: string; label: string; last_error: string | null }>(
    'SELECT * FROM outbox WHERE kind <> ? ORDER BY created_at, id',
    ['undo'],
  );
const action = async () => {
  const [found] = await me.db.getAll<object>(`SELECT ${ACTION_COLUMNS} FROM outbox ORDER BY created_at DESC, id DESC`);
  return decodeAction(found!);
};

beforeEach(async () => {
  me = await signIn(ME);
});
afterEach(() => me.close());

test('a message is edited in the outbox, and only the new text is sent', async () => {
  await sendMessage({ recipient_id: BOB, content: 'Ten minutes' });
  expect(await editInPlace(await action(), '  ')).toEqual({ ok: false, code: 'message_blank' });
  expect(await editInPlace(await action(), 'Twenty minutes ')).toEqual({ ok: true });
  expect(await rows()).toMatchObject([{ kind: 'message', label: 'Twenty minutes', state: 'queued' }]);
  const sent = await me.drain();
  expect(sent.flatMap(({ ops }) => ops)).toMatchObject([
    { op: 'PUT', table: 'private_messages', data: { content: 'Twenty minutes', recipient_id: BOB } },
  ]);
});

test('an action that is being sent cannot be edited', async () => {
  await sendMessage({ recipient_id: BOB, content: 'Going' });
  await me.db.execute(`UPDATE outbox SET state = 'sending'`);
  expect(await editAction((await action()).action_id, 'content', 'Changed')).toEqual({ ok: false, code: 'sending' });
});

test('a message that was edited twice has the last text in its form', async () => {
  await sendMessage({ recipient_id: BOB, content: 'One' });
  await editInPlace(await action(), 'Two');
  expect((await action()).input).toEqual({ recipient_id: BOB, content: 'Two' });
});

/** The forms that open for the last action: as this release stored it, and as a former one did. */
async function forms(): Promise<object[]> {
  const stored = await action();
  return [draftOf(stored), draftOf({ ...stored, input: null })];
}

test('the form of an unsent post, edit or comment opens with what was typed, also if a former release wrote it', async () => {
  const poll = { question: 'When?', options: ['Sat', 'Sun'] };
  const gif_url = 'https://media.example/a.gif';
  const post = { title: ' Steel ', description: 'Two\nlines', gif_url, poll, sticky: true };
  const first = await createPost({ ...post, visibility: 'friends', shared_with: [BOB] });
  const typed = { place: 'post', fields: { ...post, audience: 'chosen', chosen: [BOB] }, to: { to: '/create-post' } };
  const [now, former] = await forms();
  expect(now).toEqual(typed);
  expect(former).toEqual({ ...typed, fields: { ...typed.fields, title: 'Steel' } });

  await createPost({ title: 'Mine', description: '', visibility: 'friends', shared_with: [] });
  for (const form of await forms()) expect(form).toMatchObject({ fields: { title: 'Mine', audience: 'me' } });

  const id = first.ok ? first.id : '';
  await editPost({
    id,
    title: 'Edited',
    description: '',
    gif_url: null,
    poll: { question: 'When?', options: ['Sun', 'Sat'] },
  });
  const edited = {
    place: `edit:${id}`,
    fields: { title: 'Edited', description: '', gif_url: '', poll: { question: 'When?', options: ['Sun', 'Sat'] } },
    to: { to: '/edit/$id', params: { id } },
  };
  // The operations have only what changes; the form has the rest from the post.
  const changed = { ...edited.fields, poll: { options: ['Sun', 'Sat'] } };
  expect(await forms()).toEqual([edited, { ...edited, fields: changed }]);

  const parent = await addComment({ post_id: id, parent_id: null, text: 'Which bay?' });
  await addComment({ post_id: id, parent_id: parent.ok ? parent.id : '', text: 'Bay 4' });
  for (const form of await forms())
    expect(form).toEqual({
      place: `comment:${id}`,
      fields: { text: 'Bay 4', parent: parent.ok && parent.id },
      to: { to: '/posts/$postId', params: { postId: id } },
    });
});
