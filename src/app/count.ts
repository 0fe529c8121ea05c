import { PAGE_ROUTES, routePattern } from '#contract/page-views.ts';
import { whenOnline } from '#data/device/sync-state.ts';
import { sendAdEvents } from '#data/remote/ads.ts';
import { recordPageView } from '#data/remote/page-views.ts';
import { afterPaint } from '#lib/after-paint.ts';
import type { AppRouter } from './router.tsx';

interface Wishes {
  doNotTrack?: string | null;
  globalPrivacyControl?: boolean;
}

/** The visitor has asked not to be counted, by Do Not Track or Global Privacy Control. */
const isRefused = ({ doNotTrack, globalPrivacyControl }: Wishes): boolean =>
  doNotTrack === '1' || globalPrivacyControl === true;

/** §7: counts each opened page by its route pattern. Not while offline: views are not stored. */
function countPageViews(router: AppRouter): void {
  if (isRefused(navigator)) return;
  const count = () => {
    // An unknown address may match a route around it: the root matches the feed's address, and no route is `**`.
    const [, params, route] = router.getMatchedRoutes(router.state.location.pathname);
    if (!route || '**' in params) return;
    const pattern = routePattern(route.fullPath);
    if (PAGE_ROUTES.some((known) => known === pattern)) void recordPageView(pattern);
  };
  count();
  router.subscribe('onResolved', ({ pathChanged }) => {
    // A request takes milliseconds to begin, which the page's first frame need not wait for.
    if (pathChanged) afterPaint(count);
  });
}

/** Counts page views, and sends what an earlier visit has counted of ads. */
export async function startCounting(router: AppRouter): Promise<void> {
  await whenOnline();
  countPageViews(router);
  await sendAdEvents();
}
