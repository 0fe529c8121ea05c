import { expect, test, vi } from 'vitest';
import { readKey, writeKey } from '../device/kv.ts';
import { authClient, dropAuth } from './auth-client.ts';
import { AUTH_KEY } from './auth-lock.ts';

test('a log-out and a log-in in one page share one client, which keeps no earlier session and logs no warning', async () => {
  const warn = vi.spyOn(console, 'warn');
  const user = { id: crypto.randomUUID(), aud: 'authenticated', created_at: '', app_metadata: {}, user_metadata: {} };
  const expires_at = Math.round(Date.now() / 1000) + 3600;
  const tokens = {
    access_token: 'a.b.c',
    refresh_token: 'r',
    token_type: 'bearer',
    expires_in: 3600,
    expires_at,
    user,
  };
  await writeKey(AUTH_KEY, JSON.stringify(tokens));
  expect((await authClient().getSession()).data.session?.access_token).toBe('a.b.c');

  await dropAuth();
  expect(await readKey(AUTH_KEY)).toBeUndefined();
  expect((await authClient().getSession()).data.session).toBeNull();
  await writeKey(AUTH_KEY, JSON.stringify({ ...tokens, access_token: 'd.e.f' }));
  expect((await authClient().getSession()).data.session?.access_token).toBe('d.e.f');
  expect(warn).not.toHaveBeenCalled();
});
