import type { PushPayload } from '#contract/push.ts';
import { pushActionsCopy as copy } from '#copy/push-actions.ts';
import { aloneWithNotifications } from '#data/push/alone-with-notifications.ts';
import { addPushAction, type PushAction, readPush } from '#data/push/push-store.ts';
import { saveSubscription, subscribe } from '#data/push/subscription.ts';
import { storedTokens } from '#data/session/stored-token.ts';
import { signedIn } from '#data/upload/background.ts';
import { sendAll } from './push-actions.ts';
import { untilReplaced } from './replaced.ts';

declare const self: ServiceWorkerGlobalScope;

/** What TypeScript's types lack. */
type Options = NotificationOptions & {
  renotify?: boolean;
  actions?: { action: string; title: string; type?: 'button' | 'text'; placeholder?: string }[];
};
type Click = NotificationEvent & { readonly reply?: string | null };
type ShownPush = Pick<PushPayload, 'to' | 'url' | 'kind' | 'id' | 'from'>;

/** Shows pushes and handles what the member does with them. */
export function handlePushes(): void {
  self.addEventListener('push', (event) => event.waitUntil(showInTurn(readPayload(event.data))));
  self.addEventListener('notificationclick', (event) => event.waitUntil(handleClick(event)));
  self.addEventListener('pushsubscriptionchange' as 'activate', (event) => event.waitUntil(untilReplaced(renew)));
}

/** What a notification opens that says only that there is news. */
const LIST = '/notifications';

const isPath = (url: unknown): url is string => typeof url === 'string' && /^\/(?![/\\])[^\s]*$/.test(url);

function readPayload(data: PushMessageData | null): PushPayload | null {
  try {
    const payload = data?.json() as Partial<PushPayload> | null | undefined;
    const texts = [payload?.to, payload?.title, payload?.body, payload?.tag, payload?.kind, payload?.id];
    return texts.every((text) => typeof text === 'string') && isPath(payload?.url) ? (payload as PushPayload) : null;
  } catch {
    return null;
  }
}

let turn: Promise<void> = Promise.resolve();

/** One after the other: a push for what is on screen must not close the next one of the same subject. */
const showInTurn = (payload: PushPayload | null): Promise<void> =>
  (turn = turn.catch(() => {}).then(() => show(payload)));

/**
 * Shows one notification for each push: iOS ends the subscription after three pushes without one. A push that cannot be
 * read, or is for another account of this device, says that there is news and names nobody.
 */
async function show(payload: PushPayload | null): Promise<void> {
  const isOwn = payload !== null && payload.to === (await signedIn().catch(() => null));
  if (!isOwn) return showUnknown();
  await showKnown(payload).catch(showUnknown);
}

async function showKnown(payload: PushPayload): Promise<void> {
  const { to, title, body, url, tag, kind, id, from, unread } = payload;
  const isOnScreen = await isVisible(url);
  const options: Options = {
    body,
    tag,
    icon: '/icons/icon-192.png',
    badge: '/icons/monochrome-512.png',
    data: { to, url, kind, id, from } satisfies ShownPush,
    actions: isOnScreen ? [] : actionsFor(kind),
    // A newer push of the same subject replaces the old one, and alerts again unless its page is on screen.
    renotify: !isOnScreen,
    silent: isOnScreen,
  };
  await aloneWithNotifications(async () => {
    await self.registration.showNotification(title, options);
    if (isOnScreen) await closeTag(tag).catch(() => {});
  });
  if (isOnScreen) return;
  if (typeof unread === 'number') await self.navigator.setAppBadge?.(unread).catch(() => {});
}

const showUnknown = (): Promise<void> =>
  aloneWithNotifications(() =>
    self.registration.showNotification(copy.unknown, {
      tag: 'unknown',
      icon: '/icons/icon-192.png',
      badge: '/icons/monochrome-512.png',
      data: { url: LIST },
    }),
  );

async function closeTag(tag: string): Promise<void> {
  for (const notification of await self.registration.getNotifications({ tag })) notification.close();
}

function actionsFor(kind: string): Options['actions'] {
  const read = { action: 'read', title: copy.markRead };
  if (kind === 'message')
    // Browsers without text fields in notifications show a button, which opens the thread.
    return [{ action: 'reply', type: 'text', title: copy.reply, placeholder: copy.replyPlaceholder }, read];
  if (kind === 'friend_request') return [{ action: 'accept', title: copy.accept }];
  return kind === 'comment' || kind === 'mention' ? [read] : [];
}

const windows = (): Promise<readonly WindowClient[]> =>
  self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** The page reports its address, because a worker sees only the one that the tab was opened with. */
async function isVisible(url: string): Promise<boolean> {
  const visible = (await windows()).filter((tab) => tab.visibilityState === 'visible');
  const answers = await Promise.all(visible.map((tab) => ask(tab, { type: 'PUSH_SEEN', url })));
  return answers.includes(true);
}

async function handleClick({ notification, action, reply }: Click): Promise<void> {
  notification.close();
  const { url, to, kind = '', id = '', from = null } = (notification.data ?? {}) as Partial<ShownPush>;
  const account = await signedIn();
  // Of a member who has logged out since.
  if (to !== undefined && to !== account) return;
  const path = isPath(url) ? url : LIST;
  const text = (reply ?? '').trim();
  const chosen = typesOf(action, text);
  if (chosen.length === 0) await open(path);
  // The thread and the list mark as read what was seen on them; another page does not.
  const types: PushAction['type'][] = chosen.length === 0 && OPENED_ELSEWHERE.has(kind) ? ['read'] : chosen;
  if (account === null || types.length === 0) return;
  const post = /^\/posts\/([0-9a-f-]{36})/.exec(path)?.[1] ?? null;
  for (const type of types) {
    const created_at = new Date().toISOString();
    await addPushAction({ id: crypto.randomUUID(), account, type, kind, from, about: id, post, text, created_at });
  }
  for (const tab of await windows()) if (await ask(tab, { type: 'PUSH_ACTIONS' })) return;
  await untilReplaced(() => sendAll(account));
}

const OPENED_ELSEWHERE: ReadonlySet<string> = new Set(['comment', 'mention', 'friend_request', 'friend_accept']);

/** An answered message is read, too. Without a text the button opens the page. */
function typesOf(action: string, text: string): PushAction['type'][] {
  if (action === 'reply') return text === '' ? [] : ['reply', 'read'];
  return action === 'read' || action === 'accept' ? [action] : [];
}

/** In a tab that is open, without a reload, which could lose what is being written. */
async function open(url: string): Promise<void> {
  const tabs = await windows();
  const tab = tabs.find(({ visibilityState }) => visibilityState === 'visible') ?? tabs[0];
  if (!tab) return void (await self.clients.openWindow(url));
  // Fails without a click.
  await tab.focus().catch(() => {});
  if (!(await ask(tab, { type: 'PUSH_OPEN', url }))) await self.clients.openWindow(url);
}

const ANSWER_MS = 1500;

/** The page's answer. One that is still loading, or frozen, gives none, which is false. */
function ask(tab: WindowClient, message: object): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const timer = setTimeout(() => resolve(false), ANSWER_MS);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data === true);
    };
    tab.postMessage(message, [port2]);
  });
}

/** The browser has replaced the subscription. If this fails, the next start of the app does it. */
async function renew(): Promise<void> {
  const push = await readPush();
  if (!push || push.account !== (await signedIn())) return;
  const subscription = await subscribe(self.registration, push.publicKey);
  await saveSubscription(push.account, push.publicKey, subscription, storedTokens(push.account));
}
