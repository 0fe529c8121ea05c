import { afterEach, expect, test, vi } from 'vitest';
import { withScreenOn } from './screen-on.ts';

afterEach(() => vi.restoreAllMocks());

/** Locks that are held. */
function followLocks(): Set<EventTarget> {
  const held = new Set<EventTarget>();
  const wakeLock = {
    request: async () => {
      const one = Object.assign(new EventTarget(), {
        release: async () => {
          held.delete(one);
          one.dispatchEvent(new Event('release'));
        },
      });
      held.add(one);
      return one;
    },
  };
  // Only what the code uses of a WakeLock.
  vi.spyOn(navigator, 'wakeLock', 'get').mockReturnValue(wakeLock as unknown as WakeLock);
  return held;
}

const show = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

test('the screen stays on while any work runs, again after the page was hidden, and not longer', async () => {
  const held = followLocks();
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  const works = [withScreenOn(first.promise), withScreenOn(second.promise)];
  await vi.waitFor(() => expect(held.size).toBe(1));
  // The browser takes it. The set holds the fakes of `followLocks`.
  for (const lock of held) await (lock as unknown as WakeLockSentinel).release();
  show('hidden');
  expect(held.size).toBe(0);
  show('visible');
  await vi.waitFor(() => expect(held.size).toBe(1));
  first.resolve('done');
  expect(await works[0]).toBe('done');
  expect(held.size).toBe(1);
  second.reject(new Error('lost'));
  await expect(works[1]).rejects.toThrow('lost');
  expect(held.size).toBe(0);
  show('visible');
  await Promise.resolve();
  expect(held.size).toBe(0);
});

test('a lock that comes after the work has ended is given back, and work needs none', async () => {
  const held = followLocks();
  await withScreenOn(Promise.resolve());
  await vi.waitFor(() => expect(held.size).toBe(0));
  // A browser without wake locks, which the DOM's types do not provide for.
  vi.spyOn(navigator, 'wakeLock', 'get').mockReturnValue(undefined as unknown as WakeLock);
  expect(await withScreenOn(Promise.resolve(1))).toBe(1);
});

test('work that begins while the lock of earlier work is being released has a lock of its own', async () => {
  const held = followLocks();
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const earlier = withScreenOn(first.promise);
  await vi.waitFor(() => expect(held.size).toBe(1));
  const [lock] = held;
  const released = Promise.withResolvers<void>();
  const release = vi.fn(async () => {
    await released.promise;
    held.delete(lock as EventTarget);
    lock?.dispatchEvent(new Event('release'));
  });
  Object.assign(lock as EventTarget, { release });
  first.resolve();
  await vi.waitFor(() => expect(release).toHaveBeenCalled());
  const later = withScreenOn(second.promise);
  released.resolve();
  await earlier;
  await vi.waitFor(() => expect(held.size).toBe(1));
  second.resolve();
  await later;
  expect(held.size).toBe(0);
});
