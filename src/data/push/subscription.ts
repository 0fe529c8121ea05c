import { postJson } from '../http/request.ts';
import type { Tokens } from '../http/with-token.ts';
import { writePush } from './push-store.ts';

const TIMEOUT_MS = 15_000;

export async function fetchPushKey(): Promise<string | null> {
  const reply = await postJson('/functions/v1/push-key', {}, { timeoutMs: TIMEOUT_MS }).catch(() => null);
  const key = (reply?.body as { public_key?: unknown } | undefined)?.public_key;
  return typeof key === 'string' ? key : null;
}

const toBase64Url = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The browser's subscription for this key: the present one, or a new one. Throws where the browser refuses. */
export async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription();
  if (present && toBase64Url(present.options.applicationServerKey) === publicKey) return present;
  // A browser has one subscription; another key needs another one.
  await present?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

/** Tells the server where to reach this device. False if it did not take it. */
export async function saveSubscription(
  account: string,
  publicKey: string,
  subscription: PushSubscription,
  tokens: Tokens,
): Promise<boolean> {
  const content = { user_id: account, subscription: subscription.toJSON() };
  const reply = await postJson('/functions/v1/save-subscription', content, {
    timeoutMs: TIMEOUT_MS,
    tokens,
  }).catch(() => null);
  if (reply?.status !== 200) return false;
  await writePush({ account, publicKey });
  return true;
}

/** The server sends no more pushes there. Offline, it learns it from the push service at the next push. */
export const forgetSubscription = (endpoint: string, tokens: Tokens): Promise<unknown> =>
  postJson(`/rest/v1/push_subscriptions?endpoint=eq.${encodeURIComponent(endpoint)}`, undefined, {
    method: 'DELETE',
    timeoutMs: TIMEOUT_MS,
    tokens,
    keepalive: true,
  });
