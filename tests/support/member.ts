import { randomBytes } from 'node:crypto';

import { expect as playwrightExpect, type Page } from '@playwright/test';

import { consentsTo } from '#contract/auth.ts';
import type { Backend } from './backend.ts';

/** Scripts use this too, where no test configuration sets the timeout. */
export const expect = playwrightExpect.configure({ timeout: 30_000 });

export interface Member {
  readonly email: string;
  readonly password: string;
}

export function newMember(): Member {
  return { email: `e2e-${randomBytes(6).toString('hex')}@example.test`, password: 'Range-day-2026!' };
}

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly links: readonly string[];
  readonly at: string;
}

/** The confirmation link in the newest mail to this address. Waits until there is one. */
export async function confirmationLink(backend: Backend, email: string): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const answer = await fetch(`${backend.addresses.MAILBOX_URL}?format=json`);
      const mails = ((await answer.json()) as Mail[]).filter(({ to }) => to === email);
      const newest = mails.toSorted((a, b) => b.at.localeCompare(a.at))[0];
      link = newest?.links.find((url) => url.includes('token_hash=')) ?? '';
      return link;
    })
    .toContain('token_hash=');
  return link;
}

/** Opens the link of a mail and presses its button. */
export async function openMailLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await mailLinkButton(page).click();
}

/** The one button on the page of a link in a mail. */
export const mailLinkButton = (page: Page) => page.getByRole('main').getByRole('button', { name: MAIL_LINK_BUTTON });
const MAIL_LINK_BUTTON = /^(Confirm|Continue|Log In)$/;

/** The code in the newest mail to this address with this subject. Waits until there is one. */
export async function codeIn(backend: Backend, email: string, subject: string): Promise<string> {
  let code = '';
  await expect
    .poll(async () => {
      const answer = await fetch(`${backend.addresses.MAILBOX_URL}?format=json&to=${encodeURIComponent(email)}`);
      const mail = ((await answer.json()) as Mail[]).find((one) => one.subject === subject);
      code = /code: (\d{6})/.exec(mail?.text ?? '')?.[1] ?? '';
      return code;
    })
    .toMatch(/^\d{6}$/);
  return code;
}

/** Picks this account on the page of Google's stand-in. */
export async function pickGoogleAccount(page: Page, email: string): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose an account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Creates a confirmed account with an administrator's call: it gets no mail. */
export async function register(backend: Backend): Promise<Member> {
  const member = newMember();
  const key = backend.addresses.SUPABASE_SERVICE_ROLE_KEY;
  const answer = await fetch(`${backend.url}/auth/v1/admin/users`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: key, authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...member, email_confirm: true, user_metadata: consentsTo('test') }),
  });
  expect(answer.status, await answer.text()).toBe(200);
  return member;
}

export async function logIn(page: Page, member: Member): Promise<void> {
  await page.goto('/login');
  await fillLogIn(page, member);
}

/** Fills in and submits the log-in screen. */
export async function fillLogIn(page: Page, { email, password }: Member): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
}

/** Clicks Log Out; with unsent work a dialog opens first. */
export const logOut = (page: Page): Promise<void> => page.getByRole('button', { name: 'Log Out' }).first().click();

/** Writes a text post in the composer, which returns to the feed. */
export async function writePost(page: Page, title: string, text = 'Written by a test.'): Promise<void> {
  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('textbox', { name: 'Text' }).fill(text);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** The entry of the feed with this title. */
export function entry(page: Page, title: string) {
  return page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) });
}

/** Stamps of unsent items, but not the hint "Sending.". The last one is for a call without a response. */
export const UNSENT = /Queued|Sending(?!\.)|No answer yet/;

/** Expects the member's post in the feed, once, and sent. */
export async function expectSent(page: Page, title: string): Promise<void> {
  // The post first: before it appears it has no stamp either.
  await expect(entry(page, title)).toHaveCount(1);
  await expect(entry(page, title).getByText(UNSENT)).toBeHidden();
}

/** Expects a post of another member, which may wait behind the button for new posts. */
export async function expectArrival(page: Page, title: string): Promise<void> {
  const more = page.getByRole('button', { name: /new/ });
  // An earlier post may show the button before this one arrives.
  await expect(async () => {
    await expect(more.or(entry(page, title)).first()).toBeVisible();
    if (await more.isVisible()) await more.click({ timeout: 5000 });
    await expect(entry(page, title)).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 30_000 });
}
