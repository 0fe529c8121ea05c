import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { render } from '#ui/testing/render.tsx';
import { commentAnchor } from './show-comment.ts';
import { useLinkedComment } from './use-linked-comment.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

interface Shown {
  isHere: boolean;
  /** A long list renders a comment some time after it is here. */
  isRendered: boolean;
  isOffline?: boolean;
}

async function open(first: Shown) {
  const state = createStore(first);
  function Thread() {
    const { isHere, isRendered, isOffline = false } = useStore(state);
    const { highlighted, missing } = useLinkedComment('c', isHere, isOffline);
    return (
      <>
        <p>{`highlighted: ${highlighted.join()}; missing: ${missing}`}</p>
        {isRendered && (
          <div id={commentAnchor('c')} tabIndex={-1}>
            Comment
          </div>
        )}
      </>
    );
  }
  await render(<Thread />);
  return state;
}
const text = (highlighted: string, missing: boolean) =>
  expect.element(page.getByText(`highlighted: ${highlighted}; missing: ${missing}`)).toBeInTheDocument();
/** Frames are real: a search begins with one. */
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

test('a linked comment is searched for every 150 ms, 20 times, and highlighted for 2.5 s', async () => {
  const look = vi.spyOn(document, 'getElementById');
  const looks = () => look.mock.calls.filter(([id]) => id === commentAnchor('c')).length;
  const state = await open({ isHere: true, isRendered: false });
  // Not `waitFor`, which moves this clock.
  while (looks() === 0) await frame();
  await vi.advanceTimersByTimeAsync(149);
  expect(looks()).toBe(1);
  await vi.advanceTimersByTimeAsync(1 + 17 * 150);
  expect(looks()).toBe(19);
  state.set({ isHere: true, isRendered: true });
  await expect.element(page.getByText('Comment')).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(150);
  await text('c', false);
  await expect.element(page.getByText('Comment')).toHaveFocus();
  await vi.advanceTimersByTimeAsync(2499);
  await text('c', false);
  await vi.advanceTimersByTimeAsync(1);
  await text('', false);
});

test('after 20 searches it is not searched for again', async () => {
  const look = vi.spyOn(document, 'getElementById');
  await open({ isHere: true, isRendered: false });
  await frame();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(look.mock.calls.filter(([id]) => id === commentAnchor('c'))).toHaveLength(20);
});

test('a comment that is not here after 3 s is missing, and is highlighted when it arrives later', async () => {
  const state = await open({ isHere: false, isRendered: false });
  await vi.advanceTimersByTimeAsync(2999);
  await text('', false);
  await vi.advanceTimersByTimeAsync(1);
  await text('', true);
  state.set({ isHere: true, isRendered: true });
  await text('c', false);
});

test('offline it is not waited for: it is missing at once, until it is here', async () => {
  const state = await open({ isHere: false, isRendered: false, isOffline: true });
  await text('', true);
  state.set({ isHere: true, isRendered: true, isOffline: true });
  await text('c', false);
});
