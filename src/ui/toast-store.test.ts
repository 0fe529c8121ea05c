import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dismissToast, holdToasts, resumeToasts, toast, toastStore } from './toast-store.ts';

const texts = () => toastStore.get().map(({ text }) => text);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  resumeToasts();
  for (const { id } of toastStore.get()) dismissToast(id);
  vi.useRealTimers();
});

test('a toast goes after four seconds, also with an action', () => {
  toast('Friend request sent!');
  toast('New version ready', { action: { label: 'Reload', run: () => {} } });
  vi.advanceTimersByTime(3999);
  expect(texts()).toEqual(['Friend request sent!', 'New version ready']);
  vi.advanceTimersByTime(1);
  expect(texts()).toEqual([]);
});

test('onGone runs when a toast goes, unless its action was used', () => {
  const onGone = vi.fn();
  const action = { label: 'Undo', run: () => {} };
  toast('Timed out', { action, onGone });
  vi.advanceTimersByTime(3999);
  expect(onGone).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onGone).toHaveBeenCalledTimes(1);
  toast('Dismissed', { action, onGone });
  dismissToast(toastStore.get()[0]!.id);
  expect(onGone).toHaveBeenCalledTimes(2);
  toast('Replaced', { action, onGone });
  toast('Replaced', { action, onGone });
  expect(onGone).toHaveBeenCalledTimes(3);
  dismissToast(toastStore.get()[0]!.id, { answered: true });
  vi.advanceTimersByTime(10_000);
  expect(onGone).toHaveBeenCalledTimes(3);
});

test('hovering or focusing one pauses all; afterwards each continues with its remaining time', () => {
  toast('First');
  vi.advanceTimersByTime(3000);
  holdToasts();
  toast('Second');
  vi.advanceTimersByTime(60_000);
  expect(texts()).toEqual(['First', 'Second']);
  resumeToasts();
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual(['Second']);
  vi.advanceTimersByTime(3000);
  expect(texts()).toEqual([]);
});

test('the same text again is one toast with a restarted timer', () => {
  toast('Login failed');
  vi.advanceTimersByTime(3000);
  toast('Login failed');
  expect(texts()).toEqual(['Login failed']);
  vi.advanceTimersByTime(3000);
  expect(texts()).toEqual(['Login failed']);
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual([]);
});

test('dismissing the paused toast lets the later ones continue', () => {
  toast('Held');
  holdToasts();
  dismissToast(toastStore.get()[0]!.id);
  toast('Later');
  vi.advanceTimersByTime(4000);
  expect(texts()).toEqual([]);
});
