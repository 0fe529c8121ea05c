import './print.css';
import { readKey } from '#data/device/kv.ts';
import { syncState } from '#data/device/sync-state.ts';
import { originalsKey } from '#data/drafts/originals-key.ts';
import { sessionStore } from '#data/session/session.ts';
import { storeFriendsPosts } from '#features/feed/tab-queries.ts';
import { whenStore } from '#lib/store.ts';
import { letBackClose } from './back-closes.ts';
import { letEnterActOnce } from './held-enter.ts';
import { notePlaces } from './history-places.ts';
import { storeFirstScreen } from './store-page.ts';
import { letTextBeSelected } from './select-text.ts';
import type { AppRouter } from './router.tsx';

/** What the first screen does not need and the next one does: called after the first paint. */
export function afterStart(router: AppRouter): void {
  storeFirstScreen(router);
  letBackClose(router);
  letEnterActOnce();
  notePlaces(router);
  letTextBeSelected();
  // Preloads the pages that a tap on an entry or a name opens, after the installation, which downloads them anyway.
  const load = () => {
    for (const id of ['/_feed/posts/$postId', '/user/$username'] as const)
      void router.loadRouteChunk(router.routesById[id])?.catch(() => {});
    void import('./count.ts').then(({ startCounting }) => startCounting(router)).catch(() => {});
  };
  // Safari has no idle callbacks.
  void navigator.serviceWorker?.ready.then(() => (globalThis.requestIdleCallback ?? setTimeout)(load));
  startPushForMember(router);
  forEachMember(() => void storeFriendsPosts());
  forEachMember((account) =>
    resumePhotos(account).catch((error) => console.debug('Photos could not be resumed.', error)),
  );
  void whenStore(syncState, ({ phase, synced }) => phase === 'online' && synced)
    .then(() =>
      Promise.all([
        import('#features/range/mutations.ts'),
        import('#features/saved/picture-queries.ts'),
        import('#data/replica/search-index.ts'),
      ]),
    )
    .then(([{ packAutomatically }, { downloadSavedPictures }, { buildSearchIndexWhenIdle }]) => {
      downloadSavedPictures();
      buildSearchIndexWhenIdle();
      packAutomatically();
    })
    .catch(() => {});
}

/** Guests have no notifications. */
function startPushForMember(router: AppRouter): void {
  let isStarted = false;
  const start = () => {
    if (isStarted || sessionStore.get().kind === 'guest') return;
    isStarted = true;
    import('./push-start.ts').then(
      ({ startPush }) => startPush(router),
      () => (isStarted = false),
    );
  };
  sessionStore.subscribe(start);
  start();
}

/** For each member who logs in: guests have neither a friends tab nor photos. */
function forEachMember(work: (account: string) => unknown): void {
  let account = '';
  const start = () => {
    const session = sessionStore.get();
    if (session.kind === 'guest' || session.userId === account) return;
    account = session.userId;
    work(account);
  };
  sessionStore.subscribe(start);
  start();
}

/** Photos that were chosen in an earlier page and not reduced there, and the posts that were submitted with them. */
async function resumePhotos(account: string): Promise<void> {
  if ((await readKey(originalsKey(account)).catch(() => false)) !== true) return;
  await (await import('#features/posts/due-posts.ts')).resumeDuePosts();
}
