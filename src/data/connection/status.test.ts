import { expect, test } from 'vitest';
import { isServerFailure, phaseOf, readStatus } from './status.ts';
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

test.each([
  ['HTTP Internal Server Error: boom', true],
  ['HTTP Bad Gateway: <html>', true],
  ['HTTP : {"error":{"status":503,"code":"PSYNC_S2003","description":"Service unavailable"}}', true],
  ['HTTP : ', true],
  ['HTTP Too Many Requests: {"error":{"status":429}}', true],
  ['HTTP : {"error":{"status":401,"code":"PSYNC_S2101"}}', false],
  // A captive portal.
  ['HTTP Network Authentication Required: <html>', false],
  ['HTTP : <!doctype html>', false],
  ['HTTP No Content: ', false],
  ['Failed to fetch', false],
])('%s is a failure of the server: %s', (message, expected) => {
  expect(isServerFailure(new Error(message))).toBe(expected);
});

test('a server that answers with an error is not told as lost, until it connects or nothing answers', () => {
  const seen = { ...off, hasSynced: true, lastSyncedAt: undefined };
  const failed = { ...seen, downloadError: new Error('HTTP Internal Server Error: boom') };
  const failing = { ...OPENING, ...readStatus(failed, { ...OPENING, phase: 'connecting' }) };
  expect(failing).toMatchObject({ phase: 'offline', isFailing: true });
  expect(readStatus({ ...seen, connecting: true }, failing)).toMatchObject({ phase: 'offline', isFailing: true });
  expect(readStatus({ ...seen, connected: true }, failing)).toMatchObject({ phase: 'online', isFailing: false });
  const lost = { ...seen, downloadError: new Error('Failed to fetch') };
  expect(readStatus(lost, failing)).toMatchObject({ phase: 'offline', isFailing: false });
});
