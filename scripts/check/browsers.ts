import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { BrowserContext, Page } from 'playwright';

import { findTestBrowser, TEST_FLAGS } from '../../tests/support/chromium.ts';
import { launchOnProfile } from '../../tests/support/launch.ts';
import { expect, Problem } from './installation.ts';
import type { Installation } from './installation.ts';
import { applyOp, withAccounts, type Account } from './write.ts';

/** For one step. An installation that is under load, or a slow machine that runs this, is not wrong. */
const PATIENCE_MS = 90_000;

interface Visitor {
  readonly page: Page;
  /** Errors on the console, among them what the content security policy refused. */
  readonly errors: ConsoleError[];
}

export interface ConsoleError {
  readonly text: string;
  /** The address of what could not be loaded, if that is the error. */
  readonly url: string;
}

/**
 * Opens browsers that share nothing. Each has a profile on disk, as a visitor's has: without one, the app's database
 * takes twice the time.
 */
async function withBrowsers<T>(at: Installation, work: (open: () => Promise<Visitor>) => Promise<T>): Promise<T> {
  const browser = findTestBrowser();
  if (!browser) {
    throw new Problem('no Chromium was found: install one or set CHROMIUM_PATH, or leave this out with --no-browsers');
  }
  const profiles: string[] = [];
  const contexts: BrowserContext[] = [];
  const open = async (): Promise<Visitor> => {
    const profile = await mkdtemp(join(tmpdir(), 'rangeday-check-'));
    profiles.push(profile);
    const context = await launchOnProfile(profile, { origin: at.appUrl, browser, flags: TEST_FLAGS });
    contexts.push(context);
    context.setDefaultTimeout(PATIENCE_MS);
    const page = context.pages()[0] ?? (await context.newPage());
    const errors: ConsoleError[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push({ text: message.text(), url: message.location().url });
    });
    page.on('pageerror', (error) => errors.push({ text: error.message, url: '' }));
    return { page, errors };
  };
  try {
    return await work(open);
  } finally {
    await Promise.all(contexts.map((context) => context.close()));
    await Promise.all(profiles.map((profile) => rm(profile, { recursive: true, force: true, maxRetries: 5 })));
  }
}

/** A step whose failure is reported in a few words, without Playwright's log. */
async function step(otherwise: string, run: () => Promise<unknown>): Promise<void> {
  await run().catch(() => {
    throw new Problem(otherwise);
  });
}

function expectNoErrors({ errors }: Visitor, when: string): void {
  const [first] = faultsIn(errors);
  expect(first === undefined, `${when}: ${first?.text.slice(0, 200)} ${first?.url ?? ''}`.trim());
}

/**
 * The errors without the first failed probe of the sync service: it answers 400 when its process has not run for ten
 * seconds, as on a machine under load, and the next probe is right again. A second one says that the service stands
 * still.
 */
export function faultsIn(errors: readonly ConsoleError[]): ConsoleError[] {
  const isProbe = ({ url }: ConsoleError): boolean => url.endsWith('/probes/liveness');
  const forgiven = errors.find((error) => isProbe(error) && error.text.startsWith('Failed to load resource'));
  return errors.filter((error) => error !== forgiven);
}

/** Only reads: the feed is shown, the service worker is active, and the app opens again without a network. */
export function readInBrowsers(at: Installation): Promise<string> {
  return withBrowsers(at, async (open) => {
    const visitor = await open();
    const { page, errors } = visitor;
    await step('the feed is not shown', async () => {
      await page.goto('/');
      await page.getByRole('main').getByRole('heading').or(page.getByRole('article')).first().waitFor();
    });
    // Also because a page that goes offline while it loads its database reports what it could not load.
    await step('the feed is not synced', () => page.getByText('Online').filter({ visible: true }).first().waitFor());
    await step('the service worker is not active', () =>
      page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated'),
    );
    expectNoErrors(visitor, 'an error on the console');
    await page.context().setOffline(true);
    await step('without a network, the app does not open', async () => {
      const answer = await page.reload();
      if (!answer?.fromServiceWorker()) throw new Error('from the network');
      await page.getByRole('navigation').first().waitFor();
    });
    // What needs the network fails.
    errors.splice(0, errors.length, ...errors.filter(({ text }) => !text.startsWith('Failed to load resource')));
    expectNoErrors(visitor, 'an error without a network');
    return 'feed, service worker and opening offline';
  });
}

/**
 * Two members: one posts, the other sees it without a reload and comments, the first sees that, and the post is deleted
 * again.
 */
export function writeInBrowsers(at: Installation, serviceKey: string): Promise<string> {
  return withAccounts(at, serviceKey, ([author, reader]) =>
    withBrowsers(at, async (openBrowser) => {
      const [first, second] = await Promise.all([openBrowser(), openBrowser()]);
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
          // It may wait behind the button for new posts, which other posts show, too, and which goes when the feed
          // shows them itself.
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
