import type { Page } from '@playwright/test';

import type { FaultProxy } from '../support/fault-proxy.ts';
import { answerWith, streams, uploadsOf, type Fault } from '../support/faults.ts';
import { writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, test, unique } from '../support/stage.ts';

/**
 * Leaves the page as the only sender: no Background Sync, as in Safari and Firefox, and no stream. Returns a function
 * that restores the stream.
 */
async function withoutBackgroundSync(page: Page, network: FaultProxy): Promise<() => void> {
  await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  const removeFault = network.when(streams, answerWith(503));
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await network.until((exchange) => streams(exchange) && exchange.status === 503);
  return removeFault;
}

test('the queue is sent when the page is hidden, and closing the page does not abort the request', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const title = unique('Hidden');
  const removeFault = await withoutBackgroundSync(page, network);
  const [arrived, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const broken: string[] = [];
  const slow: Fault = async (wire) => {
    void wire.abandoned.then(() => broken.push(title));
    arrived.resolve();
    await closed.promise;
    (await wire.deliver())();
  };
  network.when(uploadsOf(title), slow, { times: 1 });
  // A headless page cannot be hidden, so the event is simulated.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
  await writePost(page, title);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await arrived.promise;
  const other = await page.context().newPage();
  await page.close();
  // A request that ends with its page has ended by the time the next page is loaded.
  await other.goto(network.url);
  await expect(other.getByRole('article').first()).toBeVisible();
  expect(broken, 'calls broken off').toEqual([]);
  closed.resolve();

  // No page got the response, so the next one asks again.
  removeFault();
  await expectDelivered(other, backend, [title]);
  await expectSyncContinues(other, ally);
});

test(
  'without Background Sync a page closed right after a write sends it once at the next visit',
  { tag: '@variant' },
  async ({ page, network, backend, ally }) => {
    const title = unique('Closed at once');
    const removeFault = await withoutBackgroundSync(page, network);
    await writePost(page, title);
    const other = await page.context().newPage();
    await page.close({ runBeforeUnload: true });
    removeFault();
    await other.goto(network.url);
    await expectDelivered(other, backend, [title]);
    await expectSyncContinues(other, ally);
  },
);
