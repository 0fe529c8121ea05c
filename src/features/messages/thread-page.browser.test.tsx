import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeReplica, tryAgain } from '#data/connection/lifecycle.ts';
import { updateSyncState } from '#data/device/sync-state.ts';
import { changeSettings } from '#data/device/settings.ts';
import { adoptFirstRows } from '#data/first-screen/first-rows.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, type Replica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { queryOfKey } from '#features/replica/use-live.ts';
import { showKeyboard } from '#ui/testing/keyboard.ts';
import { pickEmoji } from '#ui/testing/pick-emoji.ts';
import { render } from '#ui/testing/render.tsx';
import { keysOfMessages } from './queries.ts';
import { ThreadPage } from './thread-page.tsx';

const BOB = '018f0000-0000-7000-8000-000000000002';
const device = vi.hoisted(() => ({ isTouch: false }));
vi.mock('#ui/use-media.ts', () => ({
  WIDE: '(min-width: 768px)',
  useMedia: (query: string) => device.isTouch && query.includes('pointer: coarse'),
}));
// As after a sync.
vi.mock('#data/replica/streams.ts', async (original) => ({
  ...(await original<object>()),
  syncedSince: (sources: readonly unknown[]) => ({
    get: () => Number(!sources.includes('everything')),
    subscribe: () => () => {},
  }),
}));

let account: string;
let db: Replica['db'];
const ids = new Map<string, string>();
const receive = async (content: string, read: boolean, tx: Parameters<typeof showRow>[0] = db) => {
  const id = ids.get(content) ?? crypto.randomUUID();
  ids.set(content, id);
  const created_at = new Date(Date.UTC(2026, 10, 21, 10, ids.size)).toISOString();
  const row = { sender_id: BOB, recipient_id: account, content, read: Number(read), created_at };
  await showRow(tx, 'private_messages', id, row);
};
const field = () => page.getByPlaceholder('Type your message...');
const bubble = (text: string) => page.getByRole('listitem').filter({ hasText: text });

beforeEach(async () => {
  account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  setReplicaOpener(() => import('#data/connection/lifecycle.ts'));
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  ({ db } = replica);
});
afterEach(async () => {
  device.isTouch = false;
  changeSettings({ enterBreaks: false });
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

test('what arrives after a cold start gets the unread line, which then stays where it is', async () => {
  await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
  await showRow(db, 'threads_index', BOB, { author: '{"username":"bob"}', unread: 0, message_count: 600 });
  await receive('<img src=x onerror=alert(1)> The times are at https://rangeday.example/times', true);
  await render(<ThreadPage userId={BOB} />);
  const link = page.getByRole('link', { name: 'https://rangeday.example/times' });
  await expect.element(link).toHaveAttribute('target', '_blank');
  // A57: markup stays text.
  await expect.element(bubble('<img src=x onerror=alert(1)>')).toBeVisible();
  expect(page.getByText('New messages').elements()).toEqual([]);
  await receive('Bay 4.', false);
  await expect.element(bubble('Bay 4.').getByText('New messages')).toBeVisible();
  await receive('Bay 4.', true);
  await receive('Drive slow.', false);
  await expect.element(bubble('Drive slow.')).toBeVisible();
  await expect.element(bubble('Bay 4.').getByText('New messages')).toBeVisible();
  expect(page.getByText('New messages').elements()).toHaveLength(1);

  // The other 597 are only on the server, and these tests have none.
  await expect.element(page.getByText('Older messages load when you are online.')).toBeVisible();
});

test('the unread line stands above the first unread message, also further up than the thread opens', async () => {
  await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
  await receive('Read.', true);
  await db.writeTransaction(async (tx) => {
    for (let n = 1; n <= 70; n += 1) await receive(`Number ${n}.`, false, tx);
  });
  await render(<ThreadPage userId={BOB} />);
  await expect.element(bubble('Number 70.')).toBeVisible();
  expect(page.getByText('New messages').elements()).toEqual([]);
  // Not by the mouse, which would first scroll to the button, and that alone shows older messages.
  const older = page.getByRole('button', { name: 'Show older messages' });
  await expect.element(older).toBeInTheDocument();
  (older.element() as HTMLElement).click();
  await expect.element(bubble('Number 1.').getByText('New messages')).toBeVisible();
  expect(page.getByText('New messages').elements()).toHaveLength(1);

  // The field stays above an on-screen keyboard.
  showKeyboard(200);
  expect(Math.round(field().element().closest('form')!.getBoundingClientRect().bottom)).toBe(innerHeight - 200);
});

test('a thread that is longer than a visit can load says so at its start', async () => {
  await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
  await showRow(db, 'threads_index', BOB, { author: '{"username":"bob"}', unread: 0, message_count: 20_000 });
  await receive('Bay 4.', true);
  await render(<ThreadPage userId={BOB} />);
  const end = 'Older messages are not shown here. “Save my data” in the settings has all of them.';
  const older = page.getByRole('button', { name: 'Show older messages' });
  await vi.waitFor(() => {
    // Without a server the connection reports that it is offline, again and again.
    flushSync(() => updateSyncState({ phase: 'online', synced: true }));
    // Each one loads a page.
    for (let pages = 0; pages < 100; pages += 1)
      for (const button of older.elements()) flushSync(() => (button as HTMLElement).click());
    expect(page.getByText(end).elements()).toHaveLength(1);
  });
  expect(older.elements()).toEqual([]);
});

test('Enter that confirms a word of an input method does not send, in Safari neither', async () => {
  await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
  await render(<ThreadPage userId={BOB} />);
  await field().fill('にほ');
  const press = (how: KeyboardEventInit) =>
    field()
      .element()
      .dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...how }));
  expect([press({ isComposing: true }), press({ keyCode: 229 })]).toEqual([true, true]);
  await expect.element(field()).toHaveValue('にほ');
  // The same key sends otherwise.
  expect(press({})).toBe(false);
  await expect.element(field()).toHaveValue('');
});

test.each([true, false])(
  'Enter sends and Shift+Enter breaks the line, with a keyboard on the screen: %s',
  async (isTouch) => {
    device.isTouch = isTouch;
    await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
    await render(<ThreadPage userId={BOB} />);
    await expect.element(field()).toHaveAttribute('enterkeyhint', 'send');
    await userEvent.click(field());
    await userEvent.keyboard('First{Shift>}{Enter}{/Shift}second');
    await expect.element(field()).toHaveValue('First\nsecond');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue('');
    await expect.element(bubble('second')).toBeVisible();
  },
);

test('with the setting, Enter still sends where the keyboard is not on the screen', async () => {
  changeSettings({ enterBreaks: true });
  await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
  await render(<ThreadPage userId={BOB} />);
  await expect.element(field()).toHaveAttribute('enterkeyhint', 'send');
  await userEvent.click(field());
  await userEvent.keyboard('At nine.{Enter}');
  await expect.element(bubble('At nine.')).toBeVisible();
});

test('with the setting, on a touch screen Enter breaks the line and the button sends; a message that is too long stays in the field', async () => {
  device.isTouch = true;
  changeSettings({ enterBreaks: true });
  await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
  await render(<ThreadPage userId={BOB} />);
  await expect.element(field()).toBeEnabled();
  await userEvent.fill(field(), 'x'.repeat(4001));
  await expect.element(page.getByText('1 character too many')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Send' })).toBeDisabled();

  await userEvent.fill(field(), 'Bay 4.');
  await userEvent.keyboard('{Enter}Hot ');
  await expect.element(field()).toHaveValue('Bay 4.\nHot ');
  await userEvent.click(page.getByRole('button', { name: 'Emoji', exact: true }));
  await userEvent.click(page.getByRole('button', { name: 'All emoji' }));
  await pickEmoji('hot beverage');
  await expect.element(field()).toHaveValue('Bay 4.\nHot ☕');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  await expect.element(bubble('Hot ☕').getByText(/^(Queued|Sending)$/)).toBeVisible();
  await expect.element(field()).toHaveValue('');
});

test('there is no thread with oneself or with nobody', async () => {
  const shows = (name: string) =>
    vi.waitFor(() => {
      // Without a server the connection reports that it is offline, again and again.
      updateSyncState({ phase: 'online', synced: true });
      expect(page.getByRole('heading', { name }).elements()).toHaveLength(1);
    });
  await render(<ThreadPage userId={account} />);
  await shows('You cannot write to yourself.');
  expect(field().elements()).toEqual([]);
  await render(<ThreadPage userId={BOB} />);
  await shows('Member not found.');
  expect(field().elements()).toEqual([]);
});

test('before the database is open, the thread is as it was last shown, and what is typed is sent once that is possible', async () => {
  await showRow(db, 'people', BOB, { author: '{"username":"bob"}' });
  await showRow(db, 'threads_index', BOB, { author: '{"username":"bob"}', unread: 1, message_count: 2 });
  await receive('Are you coming?', true);
  await receive('Bay 7.', false);
  const rows = await Promise.all(
    keysOfMessages(account, BOB, false).map(async (key) => ({ key, rows: await db.getAll(...queryOfKey(key)) })),
  );
  await closeReplica({ wipe: false });
  adoptFirstRows({ rows });
  await render(<ThreadPage userId={BOB} />);
  expect(field().element()).toHaveProperty('disabled', false);
  await userEvent.fill(field(), 'Ten minutes out.');
  await userEvent.keyboard('{Enter}');
  await expect.element(bubble('Bay 7.').getByText('New messages')).toBeVisible();
  await expect.element(bubble('Are you coming?')).toBeVisible();

  await tryAgain();
  await expect.element(bubble('Ten minutes out.').getByText(/^(Queued|Sending)$/)).toBeVisible();
  await expect.element(field()).toHaveValue('');
  await expect.element(bubble('Bay 7.').getByText('New messages')).toBeVisible();
  adoptFirstRows({});
});
