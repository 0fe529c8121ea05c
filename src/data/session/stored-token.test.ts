import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readKey, writeKey } from '../device/kv.ts';
import { AUTH_KEY, dropAuth } from './auth-lock.ts';
import { storedToken, takeTokens } from './stored-token.ts';

const seconds = (fromNow: number) => Math.floor(Date.now() / 1000) + fromNow;
const keep = (more: object = {}) =>
  writeKey(
    AUTH_KEY,
    JSON.stringify({
      access_token: 'old',
      refresh_token: 'r1',
      expires_at: seconds(3600),
      user: { id: 'me' },
      ...more,
    }),
  );
const answer = (status: number, body: unknown) => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetched);
  return fetched;
};

beforeEach(() => vi.stubGlobal('location', { origin: 'https://app.example' }));
afterEach(() => vi.unstubAllGlobals());

test('a valid token is returned to its owner only, without a call', async () => {
  await keep();
  const fetched = answer(500, {});
  expect(await storedToken('me')).toBe('old');
  expect(await storedToken('somebody else')).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
});

test('an expired token is refreshed, and the new pair is stored where the page reads it', async () => {
  await keep({ expires_at: seconds(-10) });
  const fetched = answer(200, { access_token: 'new', refresh_token: 'r2', expires_in: 3600, user: { id: 'me' } });
  expect(await storedToken('me')).toBe('new');
  expect(fetched.mock.calls[0]![1].body).toBe(JSON.stringify({ refresh_token: 'r1' }));
  expect(JSON.parse((await readKey<string>(AUTH_KEY))!)).toMatchObject({ access_token: 'new', refresh_token: 'r2' });
  expect(await storedToken('me')).toBe('new');
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('two that need a token at the same time refresh it once', async () => {
  await keep({ expires_at: seconds(-10) });
  const fetched = answer(200, { access_token: 'new', refresh_token: 'r2', expires_in: 3600, user: { id: 'me' } });
  expect(await Promise.all([storedToken('me'), storedToken('me')])).toEqual(['new', 'new']);
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a token that the server rejected is refreshed even if it has not expired', async () => {
  await keep();
  answer(200, { access_token: 'new', refresh_token: 'r2', expires_at: seconds(3600), user: { id: 'me' } });
  expect(await storedToken('me', 'old')).toBe('new');
});

test.each([
  ['refused', 400, { code: 'refresh_token_not_found' }],
  ['given for another member', 200, { access_token: 'x', refresh_token: 'y', user: { id: 'bob' } }],
])('a refresh that is %s leaves the stored session unchanged', async (_, status, body) => {
  await keep({ expires_at: seconds(-10) });
  answer(status, body);
  expect(await storedToken('me')).toBeNull();
  expect(JSON.parse((await readKey<string>(AUTH_KEY))!)).toMatchObject({ access_token: 'old', refresh_token: 'r1' });
});

test('a refresh that is answered after the log-out stores nothing', async () => {
  await keep({ expires_at: seconds(-10) });
  vi.stubGlobal('fetch', async () => {
    await dropAuth();
    return Response.json({ access_token: 'new', refresh_token: 'r2', expires_in: 3600, user: { id: 'me' } });
  });
  expect(await storedToken('me')).toBe('new');
  expect(await readKey(AUTH_KEY)).toBeUndefined();
});

test('taken tokens are valid after the log-out, and are refreshed once', async () => {
  await keep({ expires_at: seconds(-10) });
  const tokens = await takeTokens('me');
  const ofOther = await takeTokens('bob');
  await dropAuth();
  const fetched = answer(200, { access_token: 'new', refresh_token: 'r2', expires_in: 3600, user: { id: 'me' } });
  expect([await tokens(), await tokens(), await ofOther()]).toEqual(['new', 'new', null]);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(await readKey(AUTH_KEY)).toBeUndefined();
});
