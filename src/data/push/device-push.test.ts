import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { adoptSession } from '../session/session.ts';
import { checkPush, declinePush, mayOfferPush, pushState, turnOnPush } from './device-push.ts';
import { removePush, writePush } from './push-store.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const requestPermission = vi.fn<() => Promise<NotificationPermission>>();
const permit = (permission: NotificationPermission) => vi.stubGlobal('Notification', { permission, requestPermission });

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'https://app.example' });
  vi.stubGlobal('PushManager', class {});
  adoptSession({ kind: 'member', userId: ME, email: '', username: 'me' });
  await removePush();
  permit('default');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('what the member has denied is not asked again and not offered', async () => {
  requestPermission.mockImplementation(async () => {
    permit('denied');
    return 'denied';
  });
  expect(await mayOfferPush()).toBe(true);
  expect(await turnOnPush()).toBe('denied');
  expect(pushState.get()).toBe('denied');
  expect(await mayOfferPush()).toBe(false);
});

test('"Not now" hides the offer for a month', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 1) });
  await declinePush();
  vi.setSystemTime(Date.UTC(2026, 10, 30, 12));
  expect(await mayOfferPush()).toBe(false);
  vi.setSystemTime(Date.UTC(2026, 11, 1, 12));
  expect(await mayOfferPush()).toBe(true);
});

test.each([
  ['an iPhone', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)', maxTouchPoints: 5 }, 'install'],
  ['an iPad', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 }, 'install'],
  ['a Mac', { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 0 }, 'unsupported'],
])('without push, %s is offered the installation only if that helps', async (_, navigator, state) => {
  vi.stubGlobal('PushManager', undefined);
  Reflect.deleteProperty(globalThis, 'PushManager');
  vi.stubGlobal('navigator', navigator);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2027, 5, 1) });
  expect(await mayOfferPush()).toBe(state === 'install');
  expect(pushState.get()).toBe(state);
});

test('push of another member of this device is off for this one', async () => {
  permit('granted');
  await writePush({ account: ME, publicKey: 'k' });
  await checkPush();
  expect(pushState.get()).toBe('on');
  adoptSession({ kind: 'member', userId: '018f0000-0000-7000-8000-000000000002', email: '', username: 'bob' });
  await checkPush();
  expect(pushState.get()).toBe('off');
});
