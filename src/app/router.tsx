import { createRouter } from '@tanstack/react-router';
import type { ViewedPictures } from '#contract/viewer-address.ts';
import { routeTree } from '#routeTree.gen.ts';
import { ErrorScreen } from './error-screen.tsx';
import { LaterNotFoundScreen } from './parts.ts';
import { PendingScreen } from './pending-screen.tsx';
import { parseSearch, stringifySearch } from './plain-search.ts';

export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // Preloaded on touch, so that opening does not wait; all chunks are in the service worker's cache anyway.
    defaultPreload: 'intent',
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: () => <LaterNotFoundScreen />,
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 300,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
  interface HistoryState {
    /** The address just used to sign up. */
    email?: string;
    /** The pictures that cover the screen. */
    viewer?: ViewedPictures | undefined;
  }
  interface StaticDataRouteOption {
    /** Of the pages below /admin: who may open it; staff without it. */
    gate?: 'ceo';
    /** The document's title, without the product's name. */
    title?: string;
    /** Those of a route that has several pages, by its parameter `part`. */
    partTitles?: Readonly<Record<string, string>>;
    /** The composer has its own bar at the bottom of the screen. */
    hideDock?: boolean;
    /** Takes the place of the sidebar, too. */
    isBroad?: boolean;
  }
}
