import { cleanupOutdatedCaches, PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { installedPage } from '#contract/app-patches.ts';
import { APP_QUESTION } from '#contract/stored-app.ts';
import { dropParts } from '#data/device/app-files.ts';
import { isWithoutFiles } from '#data/device/opfs.ts';
import { type AppFile, measure, storeFiles } from './app-files.ts';
import { addDrawnPage, type DrawnScript } from './drawn-page.ts';

declare const self: Omit<ServiceWorkerGlobalScope, '__WB_MANIFEST'> & {
  /** The list of files: sw.js, which the build writes, has it and loads this code (scripts/build/worker.ts). */
  readonly __WB_MANIFEST: readonly AppFile[];
};

/** The build writes sw/drawn.js here. */
declare const DRAWN: DrawnScript;

/** Paths of the backend and of static files on the same origin: a link to one of them must not open the app. */
const NOT_THE_APP = [/^\/(_dev|rest|storage|functions|api|powersync|assets|seed|icons)\//, /^\/_dev$/, /^\/auth\/v1\//];

/**
 * The build of SQLite for IndexedDB, which is twice as large as the one for OPFS: only where no file can be in OPFS.
 */
const FOR_INDEXED_DB = /\/(?:wa-sqlite-async|IDBBatchAtomicVFS)-/;
/** What reads codes, which many browsers do themselves. */
const FOR_CAMERA = /\/decode-/;
const hasDetector = 'BarcodeDetector' in self;

const prepare = async (url: string, answer: Response): Promise<Response> =>
  /^\/?index\.html$/.test(url) ? new Response(installedPage(await answer.text()), { headers: answer.headers }) : answer;

/**
 * Stores the app's files and opens every screen from them, so that the app starts offline at any address.
 * A file that is missing in the cache comes from the network. API responses are never cached.
 */
export function precacheShell(): void {
  const files = self.__WB_MANIFEST.filter(({ url }) => !(hasDetector && FOR_CAMERA.test(url)));
  const needed = async () => {
    const isFor = (await isWithoutFiles()) ? () => true : ({ url }: AppFile) => !FOR_INDEXED_DB.test(url);
    return files.filter(isFor);
  };
  const controller = new PrecacheController();
  controller.addToCacheList([...files]);
  const storing = {
    cacheName: controller.strategy.cacheName,
    keyOf: (url: string) => controller.getCacheKeyForURL(url) ?? url,
    prepare,
  };
  self.addEventListener('install', (event) => event.waitUntil(needed().then((all) => storeFiles(all, storing))));
  self.addEventListener('activate', (event) => {
    void controller.activate(event);
    event.waitUntil(dropParts());
  });
  self.addEventListener('message', (event) => {
    const [port] = event.ports;
    const { type } = (event.data ?? {}) as { type?: unknown };
    if (type === APP_QUESTION && port) event.waitUntil(needed().then((all) => answer(port, all, storing)));
  });
  const shell = controller.createHandlerBoundToURL('/index.html');
  // Before the route of the files, which would answer `/` too.
  registerRoute(
    new NavigationRoute((options) => addDrawnPage(shell(options), options.url, DRAWN), { denylist: NOT_THE_APP }),
  );
  registerRoute(new PrecacheRoute(controller, { cleanURLs: false, directoryIndex: 'index.html' }));
  cleanupOutdatedCaches();
}

async function answer(port: MessagePort, ...about: Parameters<typeof measure>): Promise<void> {
  const measured = await measure(...about);
  port.postMessage(measured);
  // The browser has deleted files.
  if (measured.stored < measured.total) await storeFiles(...about).catch(() => {});
}
