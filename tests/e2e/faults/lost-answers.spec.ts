import { duplicate, loseAnswer, uploads, uploadsOf } from '../support/faults.ts';
import { expect, expectDelivered, expectSyncContinues, rowsOf, test, unique } from '../support/stage.ts';
import { entry, writePost } from '../../support/member.ts';

for (const times of [1, 3]) {
  test(
    `a response lost ${times}× after the commit creates no duplicate`,
    { tag: times === 1 ? [] : '@variant' },
    async ({ page, network, backend, ally }) => {
      const title = unique('Lost');
      network.when(uploads, loseAnswer, { times });
      await writePost(page, title);
      const deliveries = await network.until(uploadsOf(title), times + 1);
      expect(deliveries.map(({ status }) => status)).toEqual([...Array<undefined>(times).fill(undefined), 200]);
      await expectDelivered(page, backend, [title]);
      await expectSyncContinues(page, ally);
    },
  );
}

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

for (const how of ['in turn', 'at once'] as const) {
  test(
    `a request delivered twice ${how} counts once`,
    { tag: how === 'at once' ? [] : '@variant' },
    async ({ page, network, backend, ally }) => {
      const title = unique('Twice');
      network.when(uploads, duplicate(how), { times: 1 });
      await writePost(page, title);
      await network.until(uploadsOf(title));
      await expectDelivered(page, backend, [title]);
      await expectSyncContinues(page, ally);
    },
  );
}

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
