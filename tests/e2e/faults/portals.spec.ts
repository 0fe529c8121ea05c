import { anything, portal, refreshes, uploadsOf } from '../support/faults.ts';
import { entry, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, test, unique } from '../support/stage.ts';
import { ageSession } from '../support/stored-session.ts';

test.use({ ownMember: true });

const SHAPES = [
  ['a page with status 200', portal.page],
  ['a redirect to its log-in', portal.redirect],
  ['an empty 204', portal.empty],
] as const;

for (const [shape, fault] of SHAPES) {
  test(
    `a captive portal that responds with ${shape} counts neither as success nor as a sign-out`,
    { tag: shape === SHAPES[0]?.[0] ? [] : '@variant' },
    async ({ page, phone, network, backend, ally }) => {
      const title = unique('Portal');
      const freed = network.when(anything, fault);
      await writePost(page, title);
      await network.until(uploadsOf(title));
      await expect(entry(page, title).getByText('Queued')).toBeVisible();

      await test.step('also when the app starts behind it with an expired token', async () => {
        await ageSession(page, backend);
        await page.reload();
        await network.until(refreshes);
        await expect(entry(page, title).getByText('Queued')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
        await expect(page.getByText(/Log in again/)).toHaveCount(0);
        await expect(page.getByText(/Offline/).first()).toBeVisible();
      });

      freed();
      await expectDelivered(page, backend, [title]);
      await expectSyncContinues(page, ally);

      // The page's policy blocked the redirect: no data went to the portal. The browser rejects a portal's answer as
      // the code of the emoji.
      const isExpected = (text: string) =>
        /portal\.invalid.* violates .*connect-src|module script.* "(text\/html)?"\..*\/assets\/emoji-/.test(text);
      expect(phone.complaints.filter((text) => !isExpected(text))).toEqual([]);
      phone.complaints.length = 0;
      phone.foreign.length = 0;
    },
  );
}
