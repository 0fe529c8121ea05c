import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { removeKey } from '../device/kv.ts';
import { guestToken } from './guest-token.ts';

const HOUR = 3_600_000;
/** As the function signs it, by the server's clock. */
const issued = (at: number, seconds: number) => {
  const payload = { iat: at / 1000, exp: at / 1000 + seconds };
  const token = `h.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.s`;
  return { token, expires_at: new Date(at + seconds * 1000).toISOString() };
};

beforeEach(async () => {
  await removeKey('guest-token');
  vi.stubGlobal('location', { origin: 'https://app.example' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 1) });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([
  ['26 hours ahead of', 26 * HOUR],
  ['26 hours behind', -26 * HOUR],
])('a device that is %s the server uses a token as long as it lives, and no longer', async (_, ahead) => {
  let asked = 0;
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return Response.json(issued(Date.now() - ahead, 1800));
  });
  const first = await guestToken();
  vi.setSystemTime(Date.now() + HOUR / 2 - 61_000);
  expect(await guestToken()).toBe(first);
  expect(asked).toBe(1);
  vi.setSystemTime(Date.now() + 2000);
  expect(await guestToken()).not.toBe(first);
});
