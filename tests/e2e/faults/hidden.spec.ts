import type { Page } from '@playwright/test';

import type { FaultProxy } from '../support/fault-proxy.ts';
import { answerWith, streams, uploadsOf, type Fault } from '../support/faults.ts';
import { writePost } from '../support/member.ts';
import { expect, expectDelivered, expectReadingGoesOn, test, unique } from '../support/stage.ts';

/** As in Safari and Firefox nothing but the page sends, and PowerSync does not, since its stream is down. The answer mends that. */
async function onItsOwn(page: Page, network: FaultProxy): Promise<() => void> {
  await page.addInitScript(() => Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync'));
  const mend = network.when(streams, answerWith(503));
  await page.reload();
  await expect(page.getByRole('article').first()).toBeVisible();
  await network.until((exchange) => streams(exchange) && exchange.status === 503);
  return mend;
}

test('what waits goes out as the page is hidden, and the end of the page does not break that call off', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const title = unique('Hidden');
  const mend = await onItsOwn(page, network);
  const [arrived, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const broken: string[] = [];
  const slow: Fault = async (wire) => {
    void wire.abandoned.then(() => broken.push(title));
    arrived.resolve();
    await gone.promise;
    (await wire.deliver())();
  };
  network.when(uploadsOf(title), slow, { times: 1 });
  // No test can hide a headless page, so the page is told that it is.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
  await writePost(page, title);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await arrived.promise;
  const other = await page.context().newPage();
  await page.close();
  // By the time that the next page is there, a call that ended with its page has ended.
  await other.goto(network.url);
  await expect(other.getByRole('article').first()).toBeVisible();
  expect(broken, 'calls broken off').toEqual([]);
  gone.resolve();

  // Nobody heard of it, so the next page asks again.
  mend();
  await expectDelivered(other, backend, [title]);
  await expectReadingGoesOn(other, ally);
});

test('a page that is closed right after a write, where nothing sends behind it, sends at the next visit, once', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const title = unique('Closed at once');
  const mend = await onItsOwn(page, network);
  await writePost(page, title);
  const other = await page.context().newPage();
  await page.close({ runBeforeUnload: true });
  mend();
  await other.goto(network.url);
  await expectDelivered(other, backend, [title]);
  await expectReadingGoesOn(other, ally);
});
