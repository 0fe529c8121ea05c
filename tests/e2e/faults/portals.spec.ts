import { answerWith, anything, portal, refreshes, streams, uploadsOf } from '../support/faults.ts';
import { entry, writePost } from '../../support/member.ts';
import { expect, expectDelivered, expectSyncContinues, test, unique } from '../support/stage.ts';
import { ageSession } from '../support/stored-session.ts';

test.use({ ownMember: true });

const SHAPES = [
  ['a page with status 200', portal.page],
  ['a redirect to its log-in', portal.redirect],
  ['an empty 204', portal.empty],
] as const;

const HTML = { 'content-type': 'text/html' };
/** An error of the sync service, or of the proxy before it, and after it a portal. */
const ANSWERS = [
  [answerWith(500, { 'content-type': 'application/json' }, '{"error":{"status":500}}'), 403],
  [answerWith(504, HTML, '<h1>504 Gateway Time-out</h1>'), 511],
] as const;

for (const [shape, fault] of SHAPES) {
  test(
    `a captive portal that responds with ${shape} counts neither as success nor as a sign-out`,
    { tag: shape === SHAPES[0]?.[0] ? [] : '@variant' },
    async ({ page, phone, network, backend, ally }) => {
      const title = unique('Portal');
      // As when the device joins a network: the next attempt is made at once.
      const join = () => page.evaluate(() => dispatchEvent(new Event('online')));
      const freed = network.when(anything, fault);
      await writePost(page, title);
      await network.until(uploadsOf(title));
      await expect(entry(page, title).getByText('Queued')).toBeVisible();

      await test.step('also when the app starts behind it with an expired token', async () => {
        await ageSession(page, backend);
        await page.reload();
        // If nothing has answered before the stream asks for a token, it does not ask.
        await expect(async () => {
          await join();
          expect(network.seen(refreshes)).not.toEqual([]);
        }).toPass();
        await expect(entry(page, title).getByText('Queued')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
        await expect(page.getByText(/Log in again/)).toHaveCount(0);
        await expect(page.getByText(/Offline/).first()).toBeVisible();
      });

      freed();
      await test.step('the status names an error of the service, and a portal of any status is no signal', async () => {
        const said = (words: string) => page.getByText(words).filter({ visible: true });
        for (const [error, status] of ANSWERS) {
          const mended = network.when(streams, error);
          await join();
          await expect(said('Server error').first()).toBeVisible();
          mended();
          const left = network.when(anything, answerWith(status, HTML, '<form>Accept</form>'));
          await join();
          await expect(said('Server error')).toHaveCount(0);
          await expect(said('Offline').first()).toBeVisible();
          left();
        }
        await join();
      });
      await expectDelivered(page, backend, [title]);
      await expectSyncContinues(page, ally);

      // The page's policy blocked the redirect: no data went to the portal. It names the address before. The browser
      // rejects a portal's answer as the code of the emoji.
      const isExpected = (text: string) =>
        /portal\.invalid.* violates .*connect-src|module script.* "(text\/html)?"\..*\/assets\/emoji-/.test(text) ||
        (fault === portal.redirect && /security policy: connect-src \S+ $/.test(text));
      expect(phone.complaints.filter((text) => !isExpected(text))).toEqual([]);
      phone.complaints.length = 0;
      phone.foreign.length = 0;
    },
  );
}
