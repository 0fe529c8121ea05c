import type { Page } from '@playwright/test';

import { writePost } from '../support/member.ts';
import { expect, expectDelivered, expectReadingGoesOn, test, unique } from '../support/stage.ts';

/** Ends the worker that syncs, as a system short of memory does: no event, no message. */
async function killSyncWorker(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { targetInfos } = await session.send('Target.getTargets');
  const worker = targetInfos.find(({ type, title }) => type === 'shared_worker' && title.includes('powersync'));
  expect(worker, JSON.stringify(targetInfos.map(({ type, title }) => [type, title]))).toBeDefined();
  const { sessionId } = await session.send('Target.attachToTarget', { targetId: worker!.targetId, flatten: false });
  const gone = new Promise((resolve) => session.on('Target.detachedFromTarget', resolve));
  const message = JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'self.close()' } });
  await session.send('Target.sendMessageToTarget', { sessionId, message });
  await gone;
}

test('a sync worker that the system has killed is replaced: what is written goes out, what others write comes in', async ({
  page,
  ally,
  backend,
}) => {
  await expectReadingGoesOn(page, ally);
  await killSyncWorker(page);
  const title = unique('After the death');
  await writePost(page, title);
  // The member looks at the app again.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expectReadingGoesOn(page, ally);
  await expectDelivered(page, backend, [title]);
});
