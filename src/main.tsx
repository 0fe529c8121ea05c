import '#app/early.ts';
import '#ui/layers.css';
import '#ui/tokens.css';
import '#ui/fonts.css';
import '#ui/reset.css';
import '#ui/base.css';
// For the picture that stands in index.html until the first render.
import '#app/first-frame.css';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from '@tanstack/react-router';
import { boot, startReplica, takeFirstPosts } from '#data/first-screen/boot.ts';
import { afterPaint, afterPictures } from '#lib/after-paint.ts';
import { afterLargest } from '#lib/after-largest.ts';
import { followAppearance } from '#app/appearance.ts';
import { watchInstallOffer } from '#app/install-prompt.ts';
import { lettersInTime, settleLetters } from '#app/letters.ts';
import { takeRedirect } from '#app/redirect-to.ts';
import { createAppRouter } from '#app/router.tsx';
import { registerServiceWorker } from '#app/service-worker.ts';

function goOn(): void {
  startReplica();
  registerServiceWorker();
}

/**
 * An effect runs when the feed is in the page; a frame asked for right after `render` may come before it. On a slow line a megabyte
 * of database and worker would travel before the pictures of the first screen.
 *
 * @param since when drawing began: all that was shown before is the first frame of index.html
 */
function GoOnAfterPaint({ since }: { since: number }): null {
  useEffect(() => {
    const shown = () => afterPictures().then(() => afterLargest(since));
    afterPaint(() => void shown().then(goOn));
  }, [since]);
  return null;
}

/*
 * Session and snapshot come from one small read. The route is ready before the first render, so that the first thing
 * painted is the feed and not an empty shell; the database is opened only after that paint.
 *
 * A function, and not awaited at the top level: a route's chunk imports this one, and would wait for it for ever.
 */
async function start(): Promise<void> {
  takeRedirect();
  followAppearance();
  watchInstallOffer();
  await Promise.all([boot().then(takeFirstPosts), lettersInTime()]);
  const router = createAppRouter();
  await router.load();
  const root = document.getElementById('root');
  if (!root) throw new Error('index.html has no #root');
  settleLetters();
  const since = performance.now();
  // In slices: a slow phone stays able to answer while it draws, and the pictures are asked for before all is in the page.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <RouterProvider router={router} />
        <GoOnAfterPaint since={since} />
      </StrictMode>,
    ),
  );
  // Only Safari on iOS knows the word, and only before it is on the home screen does the launch screen matter.
  if ('standalone' in navigator && !navigator.standalone) {
    afterPaint(() => void import('#ui/ios-splash.ts').then(({ addIosSplash }) => addIosSplash()));
  }
}

void start();
