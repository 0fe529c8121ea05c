import { randomBytes } from 'node:crypto';

import { chromium, type Page } from 'playwright';

import { findTestBrowser, TEST_FLAGS } from '../../tests/support/chromium.ts';
import { expect, Problem } from './installation.ts';
import type { Installation } from './installation.ts';
import { applyOp, withAccounts, type Account } from './write.ts';

/** For one step. An installation that is under load, or a slow machine that runs this, is not wrong. */
const PATIENCE_MS = 90_000;

interface Visitor {
  readonly page: Page;
  /** Errors on the console, among them what the content security policy refused. */
  readonly errors: string[];
}

/** Opens two browsers that share nothing. */
async function withBrowsers<T>(at: Installation, work: (visitors: [Visitor, Visitor]) => Promise<T>): Promise<T> {
  const executablePath = findTestBrowser();
  if (!executablePath) {
    throw new Problem('no Chromium was found: install one or set CHROMIUM_PATH, or leave this out with --no-browsers');
  }
  const browser = await chromium.launch({ executablePath, args: [...TEST_FLAGS] });
  const open = async (): Promise<Visitor> => {
    const context = await browser.newContext({ baseURL: at.appUrl });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(error.message));
    return { page, errors };
  };
  try {
    return await work([await open(), await open()]);
  } finally {
    await browser.close();
  }
}

/** A step whose failure is reported in a few words, without Playwright's log. */
async function step(otherwise: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch(() => {
    throw new Problem(otherwise);
  });
}

const expectNoErrors = ({ errors }: Visitor, when: string): void =>
  expect(errors.length === 0, `${when}: ${errors[0]?.slice(0, 200)}`);

/** Only reads: the feed is shown, the service worker is active, and the app opens again without a network. */
export function readInBrowsers(at: Installation): Promise<string> {
  return withBrowsers(at, async (visitors) => {
    for (const [place, visitor] of visitors.entries()) {
      const { page, errors } = visitor;
      const which = `browser ${place + 1}`;
      await step(`${which}: the feed is not shown`, async () => {
        await page.goto('/');
        await page.getByRole('main').getByRole('heading').or(page.getByRole('article')).first().waitFor();
      });
      // Also because a page that goes offline while it loads its database reports what it could not load.
      await step(`${which}: the feed is not synced`, () =>
        page.getByText('Online').filter({ visible: true }).first().waitFor(),
      );
      await step(`${which}: the service worker is not active`, () =>
        page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated'),
      );
      expectNoErrors(visitor, `${which}: an error on the console`);
      await page.context().setOffline(true);
      await step(`${which}: without a network, the app does not open`, async () => {
        const answer = await page.reload();
        if (!answer?.fromServiceWorker()) throw new Error('from the network');
        await page.getByRole('navigation').first().waitFor();
      });
      // What needs the network fails.
      errors.splice(0, errors.length, ...errors.filter((text) => !text.startsWith('Failed to load resource')));
      expectNoErrors(visitor, `${which}: an error without a network`);
    }
    return 'feed, service worker and opening offline in two browsers';
  });
}

/** Two members: one posts, the other sees it without a reload and comments, the first sees that, and the post is deleted again. */
export function writeInBrowsers(at: Installation, serviceKey: string): Promise<string> {
  return withAccounts(at, serviceKey, ([author, reader]) =>
    withBrowsers(at, async ([first, second]) => {
      const title = `Check ${randomBytes(4).toString('hex')}`;
      await step('the log-in does not work', () =>
        Promise.all([logIn(first.page, author), logIn(second.page, reader)]),
      );
      const post = (page: Page) =>
        page.getByRole('article').filter({ has: page.getByRole('heading', { name: title }) });
      const more = (page: Page) => page.getByRole('button', { name: /\d new/ });
      const open = async (page: Page): Promise<void> => {
        const link = post(page).getByRole('link', { name: title });
        for (const end = Date.now() + PATIENCE_MS; !(await link.isVisible()) && Date.now() < end;) {
          // It may wait behind the button for new posts, which other posts show, too, and which goes when the feed shows them itself.
          await more(page).or(link).first().waitFor();
          if (!(await link.isVisible()))
            await more(page)
              .click({ timeout: 1000 })
              .catch(() => {});
        }
        await link.click();
      };
      await step('posting does not work', async () => {
        const { page } = first;
        await page.getByRole('link', { name: 'New post' }).first().click();
        await page.getByRole('textbox', { name: 'Title' }).fill(title);
        await page.getByRole('button', { name: 'Post', exact: true }).click();
        await post(page).waitFor();
      });
      await step('the post does not arrive in the other browser', () => open(second.page));
      await step('a comment does not arrive in the first browser', async () => {
        await second.page.getByLabel('Comment on this post').fill('Seen.');
        await second.page.getByRole('button', { name: 'Send comment' }).click();
        await open(first.page);
        await first.page.getByRole('listitem').filter({ hasText: 'Seen.' }).waitFor();
      });
      const id = new URL(first.page.url()).pathname.split('/').at(-1) ?? '';
      await applyOp(at, author, { op: 'DELETE', table: 'posts', id });
      await step('the deleted post stays in the other browser', () =>
        second.page.getByRole('heading', { level: 1, name: title }).waitFor({ state: 'detached' }),
      );
      for (const visitor of [first, second]) expectNoErrors(visitor, 'an error on the console');
      return 'a post, a comment and a deletion between two browsers';
    }),
  );
}

async function logIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await page.getByRole('button', { name: 'Log Out' }).first().waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Feed' }).first().click();
}
