import { afterEach, beforeEach, expect, test } from 'vitest';
import { editAction } from '#data/outbox/edit.ts';
import { sendMessage } from '#features/messages/mutations.ts';
import { editInPlace } from '#features/outbox/mutations.ts';
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

beforeEach(async () => {
  me = await signIn(ME);
});
afterEach(() => me.close());

test('a message is edited in the outbox, and only the new text is sent', async () => {
  await sendMessage({ recipient_id: BOB, content: 'Ten minutes' });
  expect(await editInPlace(await only(), 'message', '  ')).toEqual({ ok: false, code: 'message_blank' });
  expect(await editInPlace(await only(), 'message', 'Twenty minutes ')).toEqual({ ok: true });
  expect(await rows()).toMatchObject([{ kind: 'message', label: 'Twenty minutes', state: 'queued' }]);
  const sent = await me.drain();
  expect(sent.flatMap(({ ops }) => ops)).toMatchObject([
    { op: 'PUT', table: 'private_messages', data: { content: 'Twenty minutes', recipient_id: BOB } },
  ]);
});

test('an action that is being sent cannot be edited', async () => {
  await sendMessage({ recipient_id: BOB, content: 'Going' });
  await me.db.execute(`UPDATE outbox SET state = 'sending'`);
  expect(await editAction(await only(), 'content', 'Changed')).toEqual({ ok: false, code: 'sending' });
});
