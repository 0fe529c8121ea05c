import type { CDPSession, Page } from '@playwright/test';

import { answerWith, loseAnswer, uploads, uploadsOf } from '../support/faults.ts';
import { writePost } from '../support/member.ts';
import { expect, expectDelivered, expectReadingGoesOn, rowsOf, test, unique } from '../support/stage.ts';
import { devtools } from '../support/storage.ts';

interface Registration {
  readonly registrationId: string;
  readonly scopeURL: string;
  readonly isDeleted: boolean;
}

/** Lets the browser's own Background Sync fire when the test says so. */
async function backgroundSync(page: Page): Promise<{ fire(): Promise<void> }> {
  const origin = new URL(page.url()).origin;
  // The page's own session ends with the page's origin; one of an empty page stays.
  const session: CDPSession = await devtools(await page.context().newPage());
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }: { registrations: Registration[] }) => {
      const ours = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(origin));
      if (ours) resolve(ours.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return {
    fire: async () =>
      void (await session.send('ServiceWorker.dispatchSyncEvent', {
        origin,
        registrationId,
        tag: 'rangeday-outbox',
        lastChance: false,
      })),
  };
}

test('what waits is sent after the page is gone, once, however often the browser asks', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const titles = [unique('Closed'), unique('Closed too')];
  const sync = await backgroundSync(page);
  const mend = network.when(uploads, answerWith(503));
  for (const title of titles) await writePost(page, title);
  await network.until(uploadsOf(titles[1]!));
  const { url } = network;
  await page.goto('about:blank');
  mend();

  await Promise.all([sync.fire(), sync.fire()]);
  await expect.poll(() => rowsOf(backend, titles)).toEqual(titles);
  await sync.fire();
  await page.goto(url);
  await expectDelivered(page, backend, titles);
  await expectReadingGoesOn(page, ally);
});

test('an answer that the worker never hears, after the page is gone, doubles nothing', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const title = unique('Unheard');
  const sync = await backgroundSync(page);
  const mend = network.when(uploads, answerWith(503));
  await writePost(page, title);
  await network.until(uploadsOf(title));
  const { url } = network;
  await page.goto('about:blank');
  mend();
  const before = network.seen(uploadsOf(title)).length;
  network.when(uploads, loseAnswer, { times: 2 });
  await sync.fire();
  // The closing page's last call may have been among those before.
  await network.until(uploadsOf(title), before + 1);
  await sync.fire();
  await page.goto(url);
  await expectDelivered(page, backend, [title]);
  await expectReadingGoesOn(page, ally);
});
