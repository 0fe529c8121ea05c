import { expect, test } from 'vitest';
import { discardAction } from '#data/outbox/discard.ts';
import { editAction } from '#data/outbox/edit.ts';
import { sendMessage } from '#features/messages/mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { applied, judged, useLocalQueue } from './support/local-queue.ts';

const queue = useLocalQueue();
const BOB = '018f0000-0000-7000-8000-000000000002';

const message = async (content: string): Promise<string> => {
  await sendMessage({ recipient_id: BOB, content });
  return (await queue.outbox()).at(-1)!.action_id;
};

test('an edited rejected message is sent again, and its rejection is deleted on the server', async () => {
  const id = await message('Too rude');
  queue.answers = [judged(() => ({ code: '23514', message: 'Not like this.' })), applied];
  await queue.upload();
  expect(await editAction(id, 'content', 'Kind words')).toEqual({ ok: true });
  expect(await queue.outbox()).toMatchObject([{ kind: 'message', state: 'queued', label: 'Kind words' }]);
  await queue.upload();
  expect(queue.lastOps().map(([op]) => [op!.table, op!.id === id, op!.data?.['content']])).toEqual([
    ['private_messages', false, 'Kind words'],
    ['write_rejections', true, undefined],
  ]);
});

test('a message claimed while it is being edited is not sent twice', async () => {
  const id = await message('Ten minutes');
  let corrected: unknown;
  await queue
    .uploader({
      send: async (batch) => {
        corrected = await editAction(id, 'content', 'Twenty minutes');
        return applied(batch);
      },
    })
    .upload(queue.db);
  expect(corrected).toEqual({ ok: false, code: 'sending' });
  expect(await queue.queueLength()).toBe(0);
});

test('a discarded post and its hidden deletion cannot be edited', async () => {
  await createPost({ title: 'Perhaps', description: '', visibility: 'public' });
  queue.answers = [() => ({ kind: 'retry', reason: 'timeout' })];
  await queue.upload().catch(() => {});
  await discardAction((await queue.outbox())[0]!.action_id);
  for (const { action_id } of await queue.outbox())
    expect(await editAction(action_id, 'title', 'Changed')).toEqual({ ok: false, code: 'not_found' });
});
