import type { Page } from '@playwright/test';

import type { Backend } from '../../support/backend.ts';
import type { Ally } from '../support/ally.ts';
import type { Fixtures } from '../support/fixtures.ts';
import {
  answerWith,
  calls,
  duplicate,
  loseAnswer,
  streams,
  uploads,
  uploadsOf,
  type Match,
} from '../support/faults.ts';
import { expect, expectDelivered, expectSyncContinues, rowsOf, test, unique } from '../support/stage.ts';
import { entry, writePost } from '../../support/member.ts';

const probes: Match = ({ path }) => path.startsWith('/powersync/probes/liveness');

type Given = Pick<Fixtures, 'network'> & { page: Page; backend: Backend; ally: Ally };

async function loseAnswers({ page, network, backend, ally }: Given, times: number): Promise<void> {
  const title = unique('Lost');
  network.when(uploads, loseAnswer, { times });
  await writePost(page, title);
  const deliveries = await network.until(uploadsOf(title), times + 1);
  expect(deliveries.map(({ status }) => status)).toEqual([...Array<undefined>(times).fill(undefined), 200]);
  await expectDelivered(page, backend, [title]);
  await expectSyncContinues(page, ally);
}

async function deliverTwice({ page, network, backend, ally }: Given, how: 'in turn' | 'at once'): Promise<void> {
  const title = unique('Twice');
  network.when(uploads, duplicate(how), { times: 1 });
  await writePost(page, title);
  await network.until(uploadsOf(title));
  await expectDelivered(page, backend, [title]);
  await expectSyncContinues(page, ally);
}

test('a lost response creates no duplicate, a request delivered twice counts once, and the server is asked as seldom as it allows', async ({
  page,
  network,
  backend,
  ally,
}) => {
  await test.step('a response lost after the commit creates no duplicate', () =>
    loseAnswers({ page, network, backend, ally }, 1));
  await test.step('a request delivered twice at once counts once', () =>
    deliverTwice({ page, network, backend, ally }, 'at once'));

  await test.step('a 429 is retried only after Retry-After', async () => {
    const title = unique('Later');
    const seconds = 4;
    network.when(uploads, answerWith(429, { 'retry-after': String(seconds) }), { times: 1 });
    await writePost(page, title);
    const [refused, next] = await network.until(uploadsOf(title), 2);
    expect(next!.at - refused!.at).toBeGreaterThanOrEqual(seconds * 1000);
    await expectDelivered(page, backend, [title]);
    await expectSyncContinues(page, ally);
  });

  await test.step('while nothing answers, only the server check asks, and not the streams', async () => {
    const removeFault = network.when(calls, (wire) => wire.breakOff());
    // Ends the stream that is open.
    await network.down();
    await network.up();
    await expect(page.getByText(/^Offline/).first()).toBeVisible();
    // The attempt that was under way when the silence was noticed has ended by the next check.
    await network.until(probes, network.seen(probes).length + 1);
    const before = network.seen(streams).length;
    await network.until(probes, network.seen(probes).length + 4);
    expect(network.seen(streams)).toHaveLength(before);
    removeFault();
    await page.keyboard.press('Shift');
    await expectSyncContinues(page, ally);
  });
});

test(
  'a response lost 3× after the commit creates no duplicate',
  { tag: '@variant' },
  async ({ page, network, backend, ally }) => loseAnswers({ page, network, backend, ally }, 3),
);

test('a request delivered twice in turn counts once', { tag: '@variant' }, async ({ page, network, backend, ally }) =>
  deliverTwice({ page, network, backend, ally }, 'in turn'),
);

test(
  'a browser killed between commit and response sends again without a duplicate',
  { tag: '@variant' },
  async ({ page: before, phone, network, backend, ally }) => {
    const title = unique('Killed');
    network.when(
      uploadsOf(title),
      async (wire) => {
        await wire.deliver();
        await phone.kill();
      },
      { times: 1 },
    );
    await writePost(before, title);
    await network.until(uploadsOf(title));
    expect(await rowsOf(backend, [title])).toEqual([title]);

    await phone.start();
    const page = await phone.page();
    await page.goto('/');
    await network.until(uploadsOf(title), 2);
    await expectDelivered(page, backend, [title]);
    await expectSyncContinues(page, ally);
  },
);

test(
  'a request delivered again after newer ones changes nothing',
  { tag: '@variant' },
  async ({ page, network, backend, ally }) => {
    const [first, second] = [unique('Stale'), unique('Newer')];
    await writePost(page, first);
    const [old] = await network.until(uploadsOf(first));
    await writePost(page, second);
    await network.until(uploadsOf(second));
    // Its author deleted it on another device; a late copy must not restore it.
    await backend.query('delete from public.posts where title = $1', [first]);
    await expect(entry(page, first)).toHaveCount(0);

    const late = await network.replay(old!);
    expect(JSON.parse(late.body.toString())).toMatchObject({ results: [{ status: 'duplicate' }] });
    await expectDelivered(page, backend, [second]);
    await expectSyncContinues(page, ally);
    expect(await rowsOf(backend, [first])).toEqual([]);
    await expect(entry(page, first)).toHaveCount(0);
  },
);
