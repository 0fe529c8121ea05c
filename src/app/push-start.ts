import { whenOnline } from '#data/connection/status-store.ts';
import { renewPush } from '#data/push/device-push.ts';
import { dropDeed, type PushDeed, readDeeds } from '#data/push/push-store.ts';
import { sendDeed } from '#data/push/send-deed.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { memberToken } from '#data/session/tokens.ts';
import { acceptFriendRequest } from '#features/friends/mutations.ts';
import { markThreadRead, sendMessage } from '#features/messages/mutations.ts';
import { markEntryRead } from '#features/notifications/mutations.ts';
import { keepAppBadge } from './app-badge.ts';
import type { AppRouter } from './router.tsx';
import { safePath } from './safe-path.ts';

/** Everything of push that the page does: opening what was clicked, doing what was chosen in a notification, renewing the subscription. */
export function startPush(router: AppRouter): void {
  keepAppBadge();
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    const message = data as { type?: unknown; url?: unknown } | null;
    const path = safePath(message?.url);
    const answer = (value: boolean) => ports[0]?.postMessage(value);
    if (message?.type === 'PUSH_SEEN' && path !== null) return answer(isOnScreen(path));
    if (message?.type === 'PUSH_OPEN' && path !== null) router.history.push(path);
    else if (message?.type === 'PUSH_DEEDS') void doDeeds();
    else return;
    // The worker then opens no other window.
    answer(true);
  });
  const onReplica = () => {
    if (replicaStore.get()) void doDeeds();
  };
  replicaStore.subscribe(onReplica);
  onReplica();
  const renew = () => {
    if (sessionStore.get().kind === 'member') void whenOnline().then(renewPush);
  };
  sessionStore.subscribe(renew);
  renew();
}

/** The page that the push opens, or the list that shows the same. */
function isOnScreen(path: string): boolean {
  const { pathname } = new URL(path, location.origin);
  const list = pathname.startsWith('/messages/') ? '/messages' : '/notifications';
  return document.visibilityState === 'visible' && [pathname, list].includes(location.pathname);
}

let turn: Promise<void> = Promise.resolve();

/** One after the other, in the order in which the member did it. */
const doDeeds = (): Promise<void> =>
  (turn = turn
    .then(async () => {
      const account = accountOf(sessionStore.get());
      for (const deed of await readDeeds(account)) if (await doDeed(deed)) await dropDeed(deed.id);
    })
    .catch((error: unknown) => console.debug('What was done in a notification was not stored.', error)));

/** As an action of the outbox. A reply that the worker sent without an answer keeps its id. */
async function doDeed(deed: PushDeed): Promise<boolean> {
  const { from, about, text, kind } = deed;
  // What has not synced yet can only be marked on the server.
  if (deed.attempted || (deed.deed === 'read' && !(await isHere(about))))
    return sendDeed(deed, await memberToken(deed.account, false));
  if (deed.deed === 'reply') return from !== null && (await sendMessage({ recipient_id: from, content: text })).ok;
  if (deed.deed === 'accept') await acceptFriendRequest(from ?? '');
  else if (kind === 'message') await markThreadRead(from ?? '');
  else await markEntryRead(about);
  return true;
}

const HERE = 'SELECT id FROM private_messages WHERE id = ?1 UNION ALL SELECT id FROM notifications WHERE id = ?1';

const isHere = async (id: string): Promise<boolean> =>
  Boolean(await replicaStore.get()?.db.getOptional<{ id: string }>(HERE, [id]));
