import { measureFirstLoad, requestsOfVisit } from '../../scripts/bench/first-load.ts';
import { expect, test } from '../e2e/support/fixtures.ts';

const MOST_CODE = 120_000;
const MOST_REQUESTS = 8;
/**
 * Requests of the page and its service worker without the pictures of posts, until the app is installed and the feed is
 * synced.
 */
const MOST_REQUESTS_OF_A_VISIT = 60;

test('the first screen needs little code, few requests and no third party', async ({ newDevice }) => {
  // The fixture fails the test for any third-party request.
  const page = await (await newDevice()).page();
  const { kinds } = await measureFirstLoad(page, 'main > *');
  // The page contains the style sheet.
  const code = [kinds.html, kinds.js, kinds.css].map((kind) => kind?.bytes ?? 0);
  expect(code.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(MOST_CODE);
  // Pictures of the first posts and, on a fast line, fonts load with the first screen, which waits for neither.
  const needed = Object.entries(kinds).filter(([kind]) => kind !== 'image' && kind !== 'font');
  expect(needed.reduce((sum, [, { requests }]) => sum + requests, 0)).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(kinds.wasm).toBeUndefined();
});

test('a first visit and the installation need few requests', async ({ newDevice }) => {
  const page = await (await newDevice({ firstVisit: true })).page();
  const urls = await requestsOfVisit(page);
  // Includes requests of the service worker and of the page's database.
  const isInstalled = (url: string) => url.includes('?__WB_REVISION__') || url.endsWith('.wasm');
  expect(urls.filter(isInstalled).length).toBeGreaterThan(1);
  expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(MOST_REQUESTS_OF_A_VISIT);
});
