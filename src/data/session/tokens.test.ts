import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { syncState } from '../device/sync-state.ts';
import { readKey, removeKey } from '../device/kv.ts';
import { AUTH_KEY } from './auth-lock.ts';
import { adoptSession, GUEST } from './session.ts';
import { storedToken, storeSession } from './stored-token.ts';
import { memberToken, memberTokenIfAny } from './tokens.ts';

/** A token that names its member, as those of the server do. */
const tokenOf = (sub: string, name = '') => `h.${btoa(JSON.stringify({ sub, name }))}.s`;
const OLD = tokenOf('me', 'old');
const NEW = tokenOf('me', 'new');

const refreshed: string[] = [];
/** The answer to a refresh. */
const serve = (answer: () => Response | Promise<Response>) => {
  refreshed.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    refreshed.push(url);
    return answer();
  });
};
const fresh = () =>
  Response.json({ access_token: NEW, refresh_token: 'r2', expires_in: 3600, user: { id: 'me' } }, { status: 200 });
const refuse = (status: number, body: object) => () => Response.json(body, { status });

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'https://app.example' });
  adoptSession({ kind: 'member', userId: 'me', email: '', username: null });
  await storeSession({ access_token: OLD, refresh_token: 'r1', expires_in: 3600, user: { id: 'me' } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  adoptSession(GUEST);
  await removeKey(AUTH_KEY);
});

test('calls whose token was refused at the same time cause one refresh, in page and worker', async () => {
  serve(fresh);
  const found = await Promise.all([memberToken('me', OLD), storedToken('me', OLD), memberToken('me', OLD)]);
  expect(found).toEqual([NEW, NEW, NEW]);
  expect(refreshed).toHaveLength(1);
  // Of a call that took longer.
  expect(await memberToken('me', OLD)).toBe(NEW);
  expect(refreshed).toHaveLength(1);
});

test.each([
  ['an hour fast', 3600],
  ['an hour slow', -3600],
])('a clock that is %s neither refreshes at each call nor keeps a token that the server refuses', async (_, wrong) => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const now = Date.now();
  vi.setSystemTime(now + wrong * 1000);
  const expires_at = Math.floor(now / 1000) + 3600;
  serve(() =>
    Response.json({ access_token: NEW, refresh_token: 'r2', expires_in: 3600, expires_at, user: { id: 'me' } }),
  );
  expect(await memberToken('me', OLD)).toBe(NEW);
  expect(await memberToken('me')).toBe(NEW);
  expect(await storedToken('me')).toBe(NEW);
  expect(refreshed).toHaveLength(1);
  vi.setSystemTime(now + wrong * 1000 + 3_590_000);
  await memberToken('me');
  expect(refreshed).toHaveLength(2);
});

test.each([
  ['the gateway', 401, { message: 'Invalid API key' }],
  ['a firewall', 403, { message: 'Forbidden' }],
  ['too many refreshes', 429, { code: 'over_request_rate_limit' }],
  ['a failing server', 500, { code: 'unexpected_failure' }],
])('a refresh that %s refuses ends no session', async (_, status, body) => {
  serve(refuse(status, body));
  await expect(memberToken('me', OLD)).rejects.toMatchObject({ name: 'AuthFailing' });
  expect(await readKey(AUTH_KEY)).toContain('r1');
  expect(syncState.get().signInNeeded).toBe(false);
  // The next attempt asks again.
  serve(fresh);
  expect(await memberToken('me', OLD)).toBe(NEW);
});

test('without a network the session stays, and no log-in is needed', async () => {
  serve(() => Promise.reject(new TypeError('Failed to fetch')));
  await expect(memberToken('me', OLD)).rejects.toMatchObject({ name: 'AuthUnreachable' });
  expect(await readKey(AUTH_KEY)).toContain('r1');
  expect(syncState.get().signInNeeded).toBe(false);
});

test('a session that the server has ended needs a log-in, and that of another member is not concerned', async () => {
  serve(refuse(400, { error_code: 'refresh_token_not_found' }));
  await expect(memberToken('bob')).rejects.toMatchObject({ name: 'SignInNeeded' });
  expect(syncState.get().signInNeeded).toBe(false);
  expect(await readKey(AUTH_KEY)).toContain('r1');
  await expect(memberToken('me', OLD)).rejects.toMatchObject({ name: 'SignInNeeded' });
  expect(syncState.get().signInNeeded).toBe(true);
  expect(await readKey(AUTH_KEY)).toBeUndefined();
  await storeSession({ access_token: NEW, refresh_token: 'r2', expires_in: 3600, user: { id: 'me' } });
  expect(await memberToken('me')).toBe(NEW);
  expect(syncState.get().signInNeeded).toBe(false);
});

test('a call that a member began is not repeated with the token of another one', async () => {
  serve(fresh);
  expect(await memberTokenIfAny(OLD)).toBe(NEW);
  expect(await memberTokenIfAny(tokenOf('bob'))).toBeNull();
});
