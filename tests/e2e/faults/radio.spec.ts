import type { Page, Request } from '@playwright/test';

import type { FaultProxy } from '../support/fault-proxy.ts';
import { anything, type Exchange, type Fault, streams } from '../support/faults.ts';
import { expect, test } from '../support/stage.ts';

/** The shortest pause between two requests. */
const STEP_MS = 3000;
/** More than the longest pause. */
const MOST_STEPS = 15;

/** The request arrives, so that it is counted, and has no answer. */
const breakOff: Fault = (wire) => wire.breakOff();

/** Without sw.js, which the browser asks for itself, at a time of its own after a page has loaded. */
const requests = (network: FaultProxy): Exchange[] => network.exchanges.filter(({ path }) => path !== '/sw.js');

interface Silence {
  readonly page: Page;
  readonly network: FaultProxy;
  readonly settled: Settled;
}

/** Waits until the page knows the outcome of each question whether the server answers. */
type Settled = () => Promise<void>;

function follow(page: Page): Settled {
  const open = new Set<Request>();
  const end = (request: Request) => void open.delete(request);
  page.on('request', (request) => request.url().endsWith('/probes/liveness') && open.add(request));
  page.on('requestfailed', end);
  page.on('requestfinished', end);
  return async () => {
    while (open.size > 0) await Promise.race(['requestfailed', 'requestfinished'].map((name) => ended(page, name)));
  };
}

const ended = (page: Page, name: string) => page.waitForEvent(name as 'requestfailed');

/**
 * Lets this time pass on the page's clock, in steps after which each request has failed. Returns the requests
 * meanwhile, also those of the workers, whose clock goes on as before.
 */
async function requestsIn({ page, network, settled }: Silence, ms: number): Promise<string[]> {
  const before = requests(network).length;
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS);
    await settled();
  }
  return requests(network)
    .slice(before)
    .map(({ method, path }) => `${method} ${path}`);
}

/** Lets time pass on the page's clock until a request has failed: the next one is due after 30 s. */
async function passToRequest(silence: Silence): Promise<void> {
  for (let step = 0; step < MOST_STEPS; step += 1) if ((await requestsIn(silence, STEP_MS)).length > 0) return;
  throw new Error('The page sent no request.');
}

/** Whether this causes a request, while the page's clock stands still. */
async function expectRequest({ network, settled }: Silence, cause: () => Promise<void>): Promise<void> {
  const before = requests(network).length;
  await cause();
  await expect.poll(() => requests(network).length).toBeGreaterThan(before);
  await settled();
}

/** A headless page cannot be hidden, so the event is simulated. */
const show = (page: Page, state: 'visible' | 'hidden'): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);

test('without an answer a device asks seldom, not at all while hidden, and at once when it is used', async ({
  page,
  network,
}) => {
  await page.clock.install();
  await page.reload();
  await expect(page.getByText('Online').first()).toBeVisible();
  const heal = network.when(anything, breakOff);
  // Ends the stream, too.
  await network.down();
  await network.up();
  await expect(page.getByText(/^Offline/).first()).toBeVisible();

  // From here on only this test moves it on: a busy machine passes no time of its own.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + STEP_MS);

  const silence: Silence = { page, network, settled: follow(page) };
  let streamsBefore = 0;
  await test.step('in ten minutes 30 requests at most, then two a minute', async () => {
    const first = await requestsIn(silence, 60_000);
    streamsBefore = network.exchanges.filter(streams).length;
    first.push(...(await requestsIn(silence, 540_000)));
    expect(first.length, first.join('\n')).toBeLessThanOrEqual(30);
    // Fewer would mean that the page has not asked in these ten minutes.
    expect(first.length, first.join('\n')).toBeGreaterThan(20);
    const next = await requestsIn(silence, 120_000);
    expect(next.length, next.join('\n')).toBeLessThanOrEqual(5);
  });

  await test.step('none while hidden, and at once when the member is back', async () => {
    await passToRequest(silence);
    await show(page, 'hidden');
    expect(await requestsIn(silence, 120_000)).toEqual([]);
    await expectRequest(silence, () => show(page, 'visible'));
  });

  await test.step('at once at a tap, and when the browser reports a network', async () => {
    await passToRequest(silence);
    await requestsIn(silence, 6000);
    await expectRequest(silence, () => page.mouse.click(5, 5));
    await passToRequest(silence);
    await expectRequest(silence, () => page.evaluate(() => void dispatchEvent(new Event('online'))));
  });

  await test.step('the sync worker has asked for no stream, and does when a tap has found the server', async () => {
    expect(network.exchanges.filter(streams)).toHaveLength(streamsBefore);
    await requestsIn(silence, 6000);
    heal();
    await page.clock.resume();
    await page.mouse.click(5, 5);
    await expect(page.getByText('Online').first()).toBeVisible();
  });
});
