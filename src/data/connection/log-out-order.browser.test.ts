import { afterEach, expect, test, vi } from 'vitest';
import { boot } from '../first-screen/boot.ts';
import { openedReplica, setReplicaOpener } from '../replica/replica.ts';
import { adoptSession, sessionStore } from '../session/session.ts';
import { storeSession } from '../session/stored-token.ts';
import { clearDevice } from './clear-device.ts';
import { logOut } from './log-out.ts';

setReplicaOpener(() => import('./lifecycle.ts'));
vi.mock('./clear-device.ts', { spy: true });
afterEach(() => vi.unstubAllGlobals());

test('the server is told of a log-out while the device is cleared, and not after it', async () => {
  const userId = crypto.randomUUID();
  await boot();
  await storeSession({ access_token: 'a', refresh_token: 'r', expires_in: 3600, user: { id: userId } });
  adoptSession({ kind: 'member', userId, email: 'a@example.test', username: 'alice' });
  await openedReplica();
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
