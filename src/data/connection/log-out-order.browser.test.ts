import { afterEach, expect, test, vi } from 'vitest';
import { whenStore } from '#lib/store.ts';
import { within } from '#lib/within.ts';
import { readKey, SESSION_KEY } from '../device/kv.ts';
import { boot } from '../first-screen/boot.ts';
import { openedReplica, setReplicaOpener } from '../replica/replica.ts';
import { adoptAndStore, sessionStore } from '../session/session.ts';
import { AUTH_KEY, dropAuth } from '../session/auth-lock.ts';
import { storeSession } from '../session/stored-token.ts';
import { clearDevice } from './clear-device.ts';
import { logOut } from './log-out.ts';

setReplicaOpener(() => import('./lifecycle.ts'));
vi.mock('./clear-device.ts', { spy: true });
vi.mock('#lib/within.ts', { spy: true });
afterEach(() => {
  vi.unstubAllGlobals();
  vi.mocked(within).mockReset();
});

async function logIn(): Promise<string> {
  const userId = crypto.randomUUID();
  await boot();
  await storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 3600, user: { id: userId } });
  await adoptAndStore({ kind: 'member', userId, email: 'a@example.test', username: 'alice' });
  await openedReplica();
  return userId;
}

test('the server is told of a log-out while the device is cleared, and not after it', async () => {
  await logIn();
  const told = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/auth/v1/logout')) throw new TypeError('Failed to fetch');
    told.resolve();
    return Response.json({});
  });
  vi.mocked(clearDevice).mockReturnValueOnce(told.promise);
  expect(await logOut('discard')).toEqual({ ok: true });
  expect(sessionStore.get().kind).toBe('guest');
});

test('the log-out is complete here while the server is still being told, with the token that is gone here', async () => {
  await logIn();
  const asked = vi.fn<(token: string | null) => void>();
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    if (!url.includes('/auth/v1/logout')) return Promise.reject(new TypeError('Failed to fetch'));
    asked(new Headers(init?.headers).get('authorization'));
    return new Promise(() => {});
  });
  // The server does not answer, and the patience for it does not end.
  const { promise: patience, resolve: endPatience } = Promise.withResolvers<undefined>();
  vi.mocked(within).mockImplementation((_ms, work) => Promise.race([patience, work]));
  const loggedOut = logOut('discard');
  await whenStore(sessionStore, ({ kind }) => kind === 'guest');
  expect(await readKey(AUTH_KEY)).toBeUndefined();
  expect(await readKey(SESSION_KEY)).toBeUndefined();
  expect(asked).toHaveBeenCalledExactlyOnceWith('Bearer a');
  endPatience(undefined);
  expect(await loggedOut).toEqual({ ok: true });
});

test('a server that has ended the session is not told of its end', async () => {
  await logIn();
  await dropAuth();
  const asked = vi.fn<(url: string) => void>();
  vi.stubGlobal('fetch', async (url: string) => {
    asked(url);
    throw new TypeError('Failed to fetch');
  });
  expect(await logOut('discard')).toEqual({ ok: true });
  expect(asked.mock.calls.filter(([url]) => url.includes('/auth/'))).toEqual([]);
});
