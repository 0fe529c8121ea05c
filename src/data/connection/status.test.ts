import { expect, test } from 'vitest';
import { phaseOf, readStatus } from './status.ts';
import { OPENING } from '../device/sync-state.ts';

const off = { connected: false, connecting: false, downloadError: undefined };
const trying = { ...off, connecting: true };
const on = { ...off, connected: true };

test.each([
  [trying, 'opening', 'connecting'],
  [on, 'connecting', 'online'],
  [off, 'online', 'offline'],
  [trying, 'online', 'connecting'],
  // A retry after a failure stays 'offline'.
  [trying, 'offline', 'offline'],
  [{ ...trying, downloadError: new Error('x') }, 'connecting', 'offline'],
  [on, 'offline', 'online'],
] as const)('%j after %s is %s', (status, before, expected) => {
  expect(phaseOf(status, before)).toBe(expected);
});

test('a stream that the app replaces is not a lost network', () => {
  expect(phaseOf(off, 'online', true)).toBe('connecting');
  expect(phaseOf({ ...off, downloadError: new Error('x') }, 'online', true)).toBe('offline');
});

test('the time of an earlier visit is shown until this database has its own', () => {
  const earlier = new Date('2026-11-20T10:00:00Z');
  const before = { ...OPENING, updatedAt: earlier, synced: true };
  expect(readStatus({ ...off, hasSynced: undefined, lastSyncedAt: undefined }, before)).toMatchObject({
    updatedAt: earlier,
    synced: true,
  });
  expect(readStatus({ ...off, hasSynced: false, lastSyncedAt: undefined }, before)).toMatchObject({ synced: false });
});
