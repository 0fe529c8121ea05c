import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY, writeKey } from '../device/kv.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';

const MEMBER = { kind: 'member', userId: 'ann', email: 'ann@example.test', username: 'ann' };

/** A new load of the page. */
async function load() {
  vi.resetModules();
  const { boot } = await import('./boot.ts');
  const { syncState } = await import('../connection/status-store.ts');
  const { session } = await boot();
  return { kind: session.kind, signInNeeded: syncState.get().signInNeeded };
}

beforeEach(async () => {
  await writeKey(SESSION_KEY, undefined);
  await writeKey(AUTH_KEY, undefined);
});

test('a member without tokens must log in, and stays that member', async () => {
  await writeKey(SESSION_KEY, MEMBER);
  expect(await load()).toEqual({ kind: 'member', signInNeeded: true });
});

test('a member with tokens and a guest need no log-in', async () => {
  expect(await load()).toEqual({ kind: 'guest', signInNeeded: false });
  await writeKey(SESSION_KEY, MEMBER);
  await writeKey(AUTH_KEY, '{}');
  expect(await load()).toEqual({ kind: 'member', signInNeeded: false });
});
