import { createStore, type Store } from '#lib/store.ts';
import { within } from '#lib/within.ts';
import { readKey, writeKey } from '../device/kv.ts';
import { accountOf, sessionStore } from '../session/session.ts';
import { memberToken, memberTokenIfAny } from '../session/tokens.ts';
import { readPush, removePush } from './push-store.ts';
import { fetchPushKey, forgetSubscription, saveSubscription, subscribe } from './subscription.ts';

/**
 * install: iPhones push only to the installed app. unsupported: no push here. denied: only the browser's settings help.
 */
export type PushState = 'unknown' | 'unsupported' | 'install' | 'denied' | 'off' | 'on';
export type PushResult = 'on' | 'denied' | 'failed';

const current = createStore<PushState>('unknown');
export const pushState: Store<PushState> = current;

/** An iPad identifies itself as a Mac, but a Mac has no touch points. */
const isIos = ({ userAgent, maxTouchPoints }: Navigator): boolean =>
  /iPhone|iPod|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);

/** The worker is registered after the first paint, and in a private window never. */
const worker = (): Promise<ServiceWorkerRegistration | null> =>
  within(5000, navigator.serviceWorker?.ready ?? Promise.resolve(null), null);

async function readState(): Promise<PushState> {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis))
    return isIos(navigator) ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  const push = await readPush();
  const isOwn = push?.account === accountOf(sessionStore.get());
  return isOwn && Notification.permission === 'granted' ? 'on' : 'off';
}

export async function checkPush(): Promise<void> {
  current.set(await readState());
}

async function renewFor(account: string): Promise<boolean> {
  const [registration, publicKey] = await Promise.all([worker(), fetchPushKey()]);
  if (!registration || publicKey === null) return false;
  const subscription = await subscribe(registration, publicKey);
  return saveSubscription(account, publicKey, subscription, (refused) => memberToken(account, refused));
}

/** Asks the member, which browsers allow only in a click, and subscribes. */
export async function turnOnPush(): Promise<PushResult> {
  const session = sessionStore.get();
  if (session.kind === 'guest') return 'failed';
  try {
    if ((await Notification.requestPermission()) !== 'granted') return 'denied';
    return (await renewFor(session.userId)) ? 'on' : 'failed';
  } catch (error) {
    console.debug('Push could not be turned on.', error);
    return 'failed';
  } finally {
    await checkPush();
  }
}

/** Ends push on this device. */
export async function turnOffPush(): Promise<void> {
  const subscription = await (await worker())?.pushManager.getSubscription();
  await removePush();
  if (subscription) {
    await subscription.unsubscribe().catch(() => false);
    await forgetSubscription(subscription.endpoint, memberTokenIfAny).catch(() => {});
  }
  await checkPush();
}

/** At each start: the browser may have dropped the subscription, and the server may have a new key. Asks nothing. */
export async function renewPush(): Promise<void> {
  await checkPush();
  if (current.get() !== 'on') return;
  await renewFor(accountOf(sessionStore.get())).catch((error: unknown) => {
    console.debug('Push could not be renewed.', error);
  });
}

const DECLINED_KEY = 'push-declined';
const ASK_AGAIN_MS = 30 * 86_400_000;

/** Whether it may be offered: it is off, and "Not now" was long ago. */
export async function mayOfferPush(): Promise<boolean> {
  await checkPush();
  const isPossible = current.get() === 'off' || current.get() === 'install';
  return isPossible && Date.now() - ((await readKey<number>(DECLINED_KEY)) ?? 0) > ASK_AGAIN_MS;
}

export const declinePush = (): Promise<unknown> => writeKey(DECLINED_KEY, Date.now());
