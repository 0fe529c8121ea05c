import '#app/early.ts';
import '#ui/layers.css';
import '#ui/tokens.css';
import '#ui/fonts.css';
import '#ui/reset.css';
import '#ui/base.css';
// Styles of the first frame, which index.html shows until the first render.
import '#app/first-frame.css';
import { startTransition, StrictMode, useEffect, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { boot, readDevice } from '#data/first-screen/boot.ts';
import { takeFirstPosts } from '#data/first-screen/first-posts.ts';
import { setReplicaOpener, startReplica } from '#data/replica/replica.ts';
import { sessionStore } from '#data/session/session.ts';
import { afterPaint, afterPictures } from '#lib/after-paint.ts';
import { afterLargest } from '#lib/after-largest.ts';
import { followAppearance } from '#app/appearance.ts';
import { fontsReady } from '#app/fonts.ts';
import { watchInstallOffer } from '#app/install-prompt.ts';
import { takeRedirect } from '#app/redirect-to.ts';
import { type AppRouter, createAppRouter } from '#app/router.tsx';

declare global {
  /** Set by sw/drawn.js if a page of the last visit is on screen, until the app reacts to input. */
  var rangedayDrawn: { onRendered: () => void; onReady: () => void } | undefined;
  /** Set by it if this start continues where a page was left: the key of the entry of the history. */
  var rangedayPlace: string | undefined;
}

setReplicaOpener(() => import('#data/connection/lifecycle.ts'));

function startBackgroundWork(router: AppRouter): void {
  startReplica();
  void loadAgain(() => import('#app/service-worker.ts')).then(({ registerServiceWorker }) => registerServiceWorker());
  void loadAgain(() => import('#app/after-start.ts')).then(({ afterStart }) => afterStart(router));
}

/** A first visit's line may be cut before the code is here. `backoffMs` would add 100 bytes. */
const loadAgain = <T,>(load: () => Promise<T>, pauseMs = 1000): Promise<T> =>
  load().catch(() =>
    new Promise((resolve) => setTimeout(resolve, pauseMs)).then(() => loadAgain(load, Math.min(60_000, pauseMs * 2))),
  );

/**
 * An effect runs once the feed is in the page; a frame requested right after `render` may come before that. Started
 * earlier, a megabyte of database and worker would compete with the pictures of the first screen on a slow connection.
 *
 * @param since when rendering began: everything painted before is the first frame of index.html
 */
function AfterFirstPaint({ router, since }: { router: AppRouter; since: number }): null {
  useLayoutEffect(() => {
    globalThis.rangedayDrawn?.onRendered();
    // Computes styles apart from the frame's layout: as one task they would block a slow phone for longer.
    const root = document.querySelector('#root > *');
    if (root) getComputedStyle(root).getPropertyValue('color');
  }, []);
  useEffect(() => {
    globalThis.rangedayDrawn?.onReady();
    globalThis.rangedayDrawn = undefined;
    const painted = () => afterPictures().then(() => afterLargest(since));
    afterPaint(() => void painted().then(() => startBackgroundWork(router)));
  }, [router, since]);
  return null;
}

/** Between steps of the start, which as one task would block a slow phone. A timer in Safari: up to 1 s if hidden. */
const pause = async () => globalThis.scheduler?.yield?.() ?? new Promise<void>((resolve) => setTimeout(resolve));

/* Loads the route before the first render, so that the first paint is the feed and no empty shell. No top-level
   await: a route's chunk imports this one, and both would deadlock. */
async function start(): Promise<void> {
  takeRedirect();
  followAppearance();
  watchInstallOffer();
  await Promise.all([
    boot().then(takeFirstPosts),
    fontsReady(),
    globalThis.rangedayPlace &&
      import('#app/continue-place.ts').then(({ continuePlace }) => continuePlace()).catch(() => {}),
  ]);
  await pause();
  const router = createAppRouter();
  const session = sessionStore.get();
  await pause();
  await router.load();
  await pause();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  const since = performance.now();
  // A transition renders in slices: slow phones stay responsive, and pictures are requested earlier.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
        <AfterFirstPaint router={router} since={since} />
      </StrictMode>,
    ),
  );
  // A slow device was a guest until now: the routes check the session again.
  void readDevice().then(() => {
    if (sessionStore.get() !== session) void router.invalidate();
  });
  // Only Safari on iOS has `standalone`, and launch screens must be set before the app is added to the home screen.
  if ('standalone' in navigator && !navigator.standalone) {
    afterPaint(() => void import('#ui/ios-splash.ts').then(({ addIosSplash }) => addIosSplash()));
  }
}

void start();
