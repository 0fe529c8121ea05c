import { whenOnline } from '#data/device/sync-state.ts';
import { renewPush } from '#data/push/device-push.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { sessionStore } from '#data/session/session.ts';
import { syncAppBadge } from './app-badge.ts';
import { commitPushActions } from '#features/push-actions/mutations.ts';
import type { AppRouter } from './router.tsx';
import { safePath } from './safe-path.ts';

/** Push in the page: opens clicked notifications, does what was chosen in them, renews the subscription. */
export function startPush(router: AppRouter): void {
  syncAppBadge();
  navigator.serviceWorker?.addEventListener('message', ({ data, ports }) => {
    const message = data as { type?: unknown; url?: unknown } | null;
    const path = safePath(message?.url);
    const answer = (value: boolean) => ports[0]?.postMessage(value);
    if (message?.type === 'PUSH_SEEN' && path !== null) return answer(isOnScreen(path));
    if (message?.type === 'PUSH_OPEN' && path !== null) router.history.push(path);
    else if (message?.type === 'PUSH_ACTIONS') void commitPushActions();
    else return;
    // The worker then opens no other window.
    answer(true);
  });
  const onReplica = () => {
    if (replicaStore.get()) void commitPushActions();
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
