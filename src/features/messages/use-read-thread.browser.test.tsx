import { flushSync } from 'react-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import { useReadThread } from './use-read-thread.ts';

const mark = vi.fn<(id: string) => Promise<{ ok: boolean }>>();
vi.mock('./mutations.ts', () => ({ markThreadRead: (id: string) => mark(id) }));

let visibility: DocumentVisibilityState;
const show = (state: DocumentVisibilityState) => {
  visibility = state;
  document.dispatchEvent(new Event('visibilitychange'));
};
const newest = createStore<string | null>(null);
/** Effects run before it returns. */
const arrive = (id: string | null) => flushSync(() => newest.set(id));
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function Thread() {
  useReadThread('bob', useStore(newest));
  return null;
}

beforeEach(async () => {
  visibility = 'visible';
  mark.mockReset().mockResolvedValue({ ok: true });
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  newest.set(null);
  await render(<Thread />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a thread is read after it was visible for 1.5 s, not before and not while hidden', async () => {
  await pass(5000);
  expect(mark).not.toHaveBeenCalled();
  arrive('first');
  await pass(1499);
  show('hidden');
  await pass(5000);
  expect(mark).not.toHaveBeenCalled();
  show('visible');
  await pass(1499);
  expect(mark).not.toHaveBeenCalled();
  await pass(1);
  expect(mark).toHaveBeenCalledExactlyOnceWith('bob');
});

test('a message that arrives just after a mark is marked, too', async () => {
  arrive('first');
  await pass(1500);
  expect(mark).toHaveBeenCalledTimes(1);
  // The first one was not yet shown as read in between.
  arrive('second');
  await pass(1500);
  expect(mark).toHaveBeenCalledTimes(2);
  arrive(null);
  await pass(60_000);
  expect(mark).toHaveBeenCalledTimes(2);
});

test('a mark that could not be stored is repeated while the thread is visible', async () => {
  mark.mockResolvedValue({ ok: false });
  arrive('first');
  await pass(1500 + 5000 + 5000);
  expect(mark).toHaveBeenCalledTimes(3);
  show('hidden');
  await pass(60_000);
  expect(mark).toHaveBeenCalledTimes(3);
});
