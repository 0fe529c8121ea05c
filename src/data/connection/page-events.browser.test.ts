import { afterEach, expect, test, vi } from 'vitest';
import { OPENING, syncState } from '../device/sync-state.ts';
import { publishReplica, type Replica } from '../replica/replica.ts';
import { listenToPage } from './page-events.ts';

afterEach(() => {
  vi.useRealTimers();
  publishReplica(null);
  syncState.set(OPENING);
});

test('a tap and a key ask a server that does not answer, at most every three seconds', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const check = vi.fn<() => void>();
  publishReplica({ check } as Partial<Replica> as Replica);
  listenToPage({ open: async () => {}, close: async () => {} });
  const touch = (type: string) => document.body.dispatchEvent(new Event(type, { bubbles: true }));
  syncState.set({ ...OPENING, phase: 'online' });
  touch('pointerdown');
  expect(check).not.toHaveBeenCalled();
  syncState.set({ ...OPENING, phase: 'offline' });
  touch('pointerdown');
  touch('keydown');
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2999);
  touch('keydown');
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  touch('keydown');
  expect(check).toHaveBeenCalledTimes(2);
});
