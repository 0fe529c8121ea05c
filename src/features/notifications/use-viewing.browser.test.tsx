import { useRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import { dismissNotifications, markNotificationsRead } from './mutations.ts';
import type { Notification } from './queries.ts';
import { useSeen, useViewing } from './use-viewing.ts';

vi.mock('./mutations.ts', () => ({ dismissNotifications: vi.fn(), markNotificationsRead: vi.fn() }));

const ROW: Notification = {
  id: 'mention',
  type: 'mention',
  data: {},
  isRead: false,
  created_at: '',
  commentId: null,
  author: null,
  postTitle: null,
  request: null,
  answerState: null,
};
const ROWS = [ROW];
const IDS = [ROW.id];

let visibility: DocumentVisibilityState;
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
const isOpen = createStore(true);
const leave = async () => {
  isOpen.set(false);
  await expect.poll(() => document.querySelector('main')).toBeNull();
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Whatever the observer has to report is reported in the next frames. */
const frames = () =>
  new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setImmediateTask(resolve))));
function setImmediateTask(run: () => void): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = run;
  port2.postMessage(null);
}

const Page = () => (useStore(isOpen) ? <List /> : null);

function List() {
  const entry = useRef<HTMLLIElement>(null);
  const { onSeen } = useViewing(ROWS);
  useSeen(entry, IDS, onSeen);
  return (
    <main>
      <ul>
        <li ref={entry}>A mention</li>
      </ul>
    </main>
  );
}

beforeEach(async () => {
  vi.mocked(dismissNotifications).mockClear();
  vi.mocked(markNotificationsRead).mockClear();
  visibility = 'hidden';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  isOpen.set(true);
  await render(<Page />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await frames();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a page that was hidden has shown nothing: it marks and deletes nothing', async () => {
  await pass(10_000);
  show('visible');
  await pass(900);
  show('hidden');
  await pass(10_000);
  await leave();
  await pass(10_000);
  expect(markNotificationsRead).not.toHaveBeenCalled();
  expect(dismissNotifications).not.toHaveBeenCalled();
});

test('what was visible for a second is read, and deleted when the page is left', async () => {
  show('visible');
  await pass(1000);
  expect(markNotificationsRead).toHaveBeenCalledExactlyOnceWith(['mention']);
  await pass(10_000);
  expect(dismissNotifications).not.toHaveBeenCalled();
  await leave();
  await pass(1000);
  expect(dismissNotifications).toHaveBeenCalledExactlyOnceWith(['mention']);
});

test('notifications are marked as read when the page is left within a second, and those that were not visible are not deleted', async () => {
  show('visible');
  await pass(300);
  await leave();
  await pass(999);
  expect(markNotificationsRead).not.toHaveBeenCalled();
  await pass(1);
  expect(markNotificationsRead).toHaveBeenCalledExactlyOnceWith(['mention']);
  expect(dismissNotifications).not.toHaveBeenCalled();
});
