import { join } from 'node:path';

import { expect, type Page, type Request } from '@playwright/test';

import { transferredBytes } from '../build/precached.ts';

const APP = join(import.meta.dirname, '../../dist/app');

const KINDS = { document: 'html', script: 'js', stylesheet: 'css', font: 'font', image: 'image' } as const;

export interface FirstLoad {
  /** Bytes (bodies, brotli) and requests, by kind. */
  readonly kinds: Readonly<Record<string, { readonly bytes: number; readonly requests: number }>>;
}

/** Records when the selector's first match appeared. Runs in the page from its very start. */
function watchFor(selector: string): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    Object.assign(globalThis, { shownAt: Date.now() });
  });
  observer.observe(document, { childList: true, subtree: true });
}

/**
 * Opens the app in a fresh browser and counts what was loaded before `selector` appeared. Data (the replica's stream,
 * tokens) is not counted: it is not part of the app.
 */
export async function measureFirstLoad(page: Page, selector: string): Promise<FirstLoad> {
  const done: Request[] = [];
  page.on('requestfinished', (request) => done.push(request));
  await page.addInitScript(watchFor, selector);
  await page.goto('/', { waitUntil: 'commit' });
  const handle = await page.waitForFunction(() => (globalThis as { shownAt?: number }).shownAt, undefined, {
    timeout: 30_000,
  });
  const shownAt = (await handle.jsonValue()) ?? 0;
  const kinds: Record<string, { bytes: number; requests: number }> = {};
  for (const request of [...done]) {
    const kind = kindOf(request);
    const { startTime, responseEnd } = request.timing();
    if (kind === undefined || startTime + responseEnd > shownAt) continue;
    const { pathname } = new URL(request.url());
    const entry = (kinds[kind] ??= { bytes: 0, requests: 0 });
    // The browser's own count is wrong for requests of workers, so this uses the size of the built file.
    entry.bytes += await transferredBytes(join(APP, pathname === '/' ? 'index.html' : decodeURIComponent(pathname)));
    entry.requests += 1;
  }
  return { kinds };
}

/**
 * Opens the app in a fresh browser and returns the addresses of all requests, of page, database and service worker,
 * until the app is installed and the feed is synced. Without pictures of posts.
 */
export async function requestsOfVisit(page: Page): Promise<string[]> {
  const urls: string[] = [];
  page.context().on('response', (response) => {
    // Its own requests count instead.
    if (!response.fromServiceWorker()) urls.push(response.url());
  });
  await page.goto('/');
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false', { timeout: 30_000 });
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  return urls.filter((url) => !/\/seed\/(?!av)/.test(url));
}

function kindOf(request: Request): string | undefined {
  const { pathname } = new URL(request.url());
  if (pathname.endsWith('.wasm')) return 'wasm';
  if (/^\/(auth\/v1|rest|storage|functions|api|powersync)\//.test(pathname)) return undefined;
  // Scripts of a worker have other types than those of a page.
  if (pathname.endsWith('.js')) return 'js';
  const type = request.resourceType();
  return type in KINDS ? KINDS[type as keyof typeof KINDS] : 'other';
}
