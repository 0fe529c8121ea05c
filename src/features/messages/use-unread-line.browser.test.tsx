import { useState } from 'react';
import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import type { ThreadUnread } from './thread-queries.ts';
import { useUnreadLine } from './use-unread-line.ts';

const NOTHING: ThreadUnread = { oldest: null, newest: null, ready: true, complete: false };
const unread = createStore(NOTHING);
const isAtEnd = { current: true };
let visibility: DocumentVisibilityState;
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
/** What is unread now. Effects run before it returns. */
const change = (part: Partial<ThreadUnread>) => flushSync(() => unread.set({ ...unread.get(), ...part }));
const arrive = (newest: string, oldest = newest) => change({ oldest, newest });
const read = () => change({ oldest: null, newest: null });

function Thread() {
  const [line, setLine] = useState('none');
  useUnreadLine(useStore(unread), isAtEnd, setLine);
  return <p>Line: {line}</p>;
}
const line = () =>
  page
    .getByText(/^Line: /)
    .element()
    .textContent?.slice('Line: '.length);

beforeEach(async () => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  unread.set(NOTHING);
  isAtEnd.current = true;
  await render(<Thread />);
});
afterEach(() => vi.restoreAllMocks());

test('the line stands above the oldest message that was unread at the start, and stays there', () => {
  arrive('m9', 'm1');
  expect(line()).toBe('m1');
  change({ complete: true });
  read();
  arrive('m10');
  read();
  expect(line()).toBe('m1');
});

test('after a cold start it stands above what the server had', () => {
  expect(line()).toBe('none');
  change({ oldest: 'm1', newest: 'm9', complete: true });
  expect(line()).toBe('m1');
});

test('a message that arrives at the end of a visible thread gets no line', () => {
  change({ complete: true });
  arrive('m1');
  arrive('m2', 'm1');
  read();
  expect(line()).toBe('none');
});

test('messages that arrive while the reader is further up get one line', () => {
  change({ complete: true });
  isAtEnd.current = false;
  arrive('m1');
  read();
  arrive('m2');
  expect(line()).toBe('m1');
});

test('each time that the page is hidden, the line moves to the first message that arrives', () => {
  change({ complete: true });
  for (const name of ['a', 'b']) {
    show('hidden');
    arrive(`${name}1`);
    arrive(`${name}2`, `${name}1`);
    expect(line()).toBe(`${name}1`);
    show('visible');
    read();
    arrive(`${name}3`);
    read();
    expect(line()).toBe(`${name}1`);
  }
});
