import { afterEach, beforeEach, expect, test } from 'vitest';
import { INBOX_SQL, THREAD_UNREAD_SQL, UNREAD_SQL, WHOLE_SQL } from '#features/messages/messages-sql.ts';
import { markThreadRead, sendMessage } from '#features/messages/mutations.ts';
import { blockMember } from '#features/safety/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const id = (last: number) => `018f0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const [ME, ANN, BEN, CAT, DAN, EVE] = [1, 2, 3, 4, 5, 6].map(id) as [string, string, string, string, string, string];
const at = (hour: number) => `2020-11-21T${String(hour).padStart(2, '0')}:00:00Z`;

let me: SignedIn;
let made: number;
const receive = async (from: string, hour: number, read: boolean) => {
  const row = { sender_id: from, recipient_id: ME, content: 'x', read: Number(read), created_at: at(hour) };
  await me.synced('private_messages', id((made += 1)), row);
  return id(made);
};
/** The thread as the server counts it. */
const thread = (other: string, hour: number, unread: number, message_count: number) =>
  me.synced('threads_index', other, { author: '{"username":"x"}', unread, last_sent_at: at(hour), message_count });
const inbox = async () =>
  (await me.db.getAll<{ id: string; unread: number; unsent: number | null }>(INBOX_SQL, [ME])).map((row) => [
    row.id,
    row.unread,
    row.unsent,
  ]);
const unread = async () => (await me.db.get<{ unread: number }>(UNREAD_SQL, [ME])).unread;

beforeEach(async () => {
  made = 100;
  me = await signIn(ME);
  await me.synced('my_profile', ME, { username: 'me' });
});
afterEach(() => me.close());

test('conversations are unread first, then the latest; what is read, written or blocked here counts at once', async () => {
  await thread(ANN, 12, 0, 1);
  await thread(BEN, 8, 2, 2);
  await thread(CAT, 9, 1, 1);
  await thread(DAN, 10, 5, 5);
  await receive(ANN, 12, true);
  for (const hour of [7, 8]) await receive(BEN, hour, false);
  await receive(CAT, 9, false);
  expect(await inbox()).toEqual([
    [DAN, 5, null],
    [CAT, 1, null],
    [BEN, 2, null],
    [ANN, 0, null],
  ]);
  expect(await unread()).toBe(8);

  await blockMember(DAN);
  await sendMessage({ recipient_id: EVE, content: 'Which bay?' });
  expect(await inbox()).toEqual([
    [CAT, 1, null],
    [BEN, 2, null],
    [EVE, 0, 2],
    [ANN, 0, null],
  ]);
  await markThreadRead(CAT);
  expect(await inbox()).toEqual([
    [BEN, 2, null],
    [EVE, 0, 2],
    [ANN, 0, null],
    [CAT, 0, null],
  ]);
  expect(await unread()).toBe(2);
  await sendMessage({ recipient_id: CAT, content: 'Bay 4.' });
  expect((await inbox()).map(([other]) => other)).toEqual([BEN, CAT, EVE, ANN]);
});

test('the ends of what is unread are those of the other member’s messages in this thread', async () => {
  await receive(ANN, 6, true);
  expect(await me.db.get(THREAD_UNREAD_SQL, [ME, ANN])).toMatchObject({ oldest: null, newest: null });
  // More than a thread shows at first, and not in their order.
  const latest = await receive(ANN, 23, false);
  const first = await receive(ANN, 7, false);
  for (let n = 0; n < 70; n += 1) await receive(ANN, 9, false);
  await receive(BEN, 1, false);
  await sendMessage({ recipient_id: ANN, content: 'Bay 4.' });
  expect(await me.db.get(THREAD_UNREAD_SQL, [ME, ANN])).toMatchObject({ oldest: first, newest: latest });
});

test('all conversations are on this device as a whole until one has messages that are only on the server', async () => {
  const isWhole = async () => (await me.db.get<{ is_whole: number }>(WHOLE_SQL)).is_whole === 1;
  await thread(ANN, 12, 0, 1);
  await receive(ANN, 12, true);
  expect(await isWhole()).toBe(true);
  await thread(BEN, 8, 0, 2);
  await receive(BEN, 8, true);
  expect(await isWhole()).toBe(false);
  // The server does not count what is not sent.
  await sendMessage({ recipient_id: BEN, content: 'Bay 4.' });
  expect(await isWhole()).toBe(false);
  await receive(BEN, 7, true);
  expect(await isWhole()).toBe(true);
});
