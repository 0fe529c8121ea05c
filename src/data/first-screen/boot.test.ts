import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SESSION_KEY, writeKey } from '../device/kv.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';

const MEMBER = { kind: 'member', userId: 'ann', email: 'ann@example.test', username: 'ann' };

/** A new load of the page. */
async function modules() {
  vi.resetModules();
  const { boot, readDevice } = await import('./boot.ts');
  const { syncState } = await import('../device/sync-state.ts');
  const { sessionStore } = await import('../session/session.ts');
  const state = () => ({ kind: sessionStore.get().kind, signInNeeded: syncState.get().signInNeeded });
  return { boot, readDevice, state, syncState };
}

async function load() {
  const { boot, state } = await modules();
  await boot();
  return state();
}

beforeEach(async () => {
  await writeKey(SESSION_KEY, undefined);
  await writeKey(AUTH_KEY, undefined);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
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

test('a read that takes longer than three seconds still makes the visit the member’s', async () => {
  await writeKey(SESSION_KEY, MEMBER);
  await writeKey(AUTH_KEY, '{}');
  const { boot, readDevice, state, syncState } = await modules();
  const release = holdOpening();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const booted = boot();
  await vi.advanceTimersByTimeAsync(3000);
  await booted;
  expect(state().kind).toBe('guest');
  // A device that does not answer has refused nothing.
  expect(syncState.get()).toMatchObject({ fleeting: false, trouble: 'slow' });
  vi.useRealTimers();
  release();
  await readDevice();
  expect(state()).toEqual({ kind: 'member', signInNeeded: false });
  expect(syncState.get().trouble).toBeNull();
});

/** The result of opening IndexedDB arrives only after `release`. */
function holdOpening(): () => void {
  const real = indexedDB;
  let release = () => {};
  const held = {} as { onsuccess?: () => void; result?: IDBDatabase };
  vi.stubGlobal('indexedDB', {
    open: () => {
      release = () => {
        const request = real.open('rangeday-kv');
        request.onsuccess = () => {
          held.result = request.result;
          held.onsuccess?.();
        };
      };
      return held;
    },
  });
  return () => release();
}
