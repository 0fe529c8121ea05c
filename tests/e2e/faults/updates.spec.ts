import { answerWith, uploads, uploadsOf, type Match } from '../support/faults.ts';
import { entry, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, test, unique } from '../support/stage.ts';

const worker: Match = ({ path }) => path === '/sw.js';

test('an app update with a queue sends each post once', async ({ page, network, backend, ally }) => {
  const titles = [unique('Before'), unique('Also before')];
  const removeFault = network.when(uploads, answerWith(503));
  for (const title of titles) await writePost(page, title);
  await network.until(uploadsOf(titles[0]!));

  const built = await (await fetch(`${backend.url}/sw.js`)).text();
  network.when(
    worker,
    answerWith(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }, `${built}\n// version B`),
  );
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const note = page.getByRole('region', { name: 'New version' });
  await expect(note).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { isOldVersion: true }));
  await note.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() => !('isOldVersion' in globalThis));

  for (const title of titles) await expect(entry(page, title).getByText('Queued')).toBeVisible();
  removeFault();
  await expectDelivered(page, backend, titles);
  await expectSyncContinues(page, ally);
});
