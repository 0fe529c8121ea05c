import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeKey } from '../device/kv.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';
import { adoptSession } from '../session/session.ts';
import { checkPush, declinePush, mayOfferPush, pushState, renewPush, turnOnPush } from './device-push.ts';
import { readPush, removePush, writePush } from './push-store.ts';

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

/** A key of the server: 65 equal bytes, which have no + and / in base64. */
const keyOf = (byte: number) => btoa(String.fromCharCode(byte).repeat(65)).replace('=', '');

/** The browser's side of push, with a subscription for a key. */
function browserWith(key: string) {
  const made = (name: string, applicationServerKey: string) => ({
    options: { applicationServerKey: Uint8Array.from(atob(applicationServerKey), (one) => one.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint: `https://push.example/${name}` }),
    unsubscribe: async () => {
      present = null;
      return true;
    },
  });
  let present: ReturnType<typeof made> | null = made('first', key);
  const pushManager = {
    getSubscription: async () => present,
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      // As browsers do.
      if (present) throw new DOMException('There is a subscription with another key.', 'InvalidStateError');
      return (present = made('second', applicationServerKey));
    },
  };
  return { locks: navigator.locks, serviceWorker: { ready: Promise.resolve({ pushManager }) } };
}

test('a start after the server’s key has changed subscribes again and saves that, without asking', async () => {
  permit('granted');
  vi.stubGlobal('navigator', browserWith(keyOf(4)));
  const session = { access_token: 't', refresh_token: 'r', expires_at: Date.now() / 1000 + 3600, user: { id: ME } };
  await writeKey(AUTH_KEY, JSON.stringify(session));
  await writePush({ account: ME, publicKey: keyOf(4) });
  let serverKey = keyOf(4);
  const saved: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (url.endsWith('/functions/v1/push-key')) return Response.json({ public_key: serverKey });
    saved.push((JSON.parse(body) as { subscription: { endpoint: string } }).subscription.endpoint);
    return Response.json({ ok: true });
  });

  await renewPush();
  serverKey = keyOf(5);
  await renewPush();
  await renewPush();
  const [first, second] = ['https://push.example/first', 'https://push.example/second'];
  expect(saved).toEqual([first, second, second]);
  expect(await readPush()).toEqual({ account: ME, publicKey: keyOf(5) });
  expect(pushState.get()).toBe('on');
  expect(requestPermission).not.toHaveBeenCalled();
});
