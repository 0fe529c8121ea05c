import type { Page, Response } from '@playwright/test';

import { entry, writePost } from '../../support/member.ts';
import { readValue } from '../../support/stored-values.ts';
import { expect } from './fixtures.ts';

export type Stored = Readonly<{ revision?: string; markup?: string }>;

export const keyOf = (account: string): string => `drawn:${account}`;

/** The account that uses this device. */
export async function accountOn(page: Page): Promise<string> {
  const session = (await readValue(page, 'session')) as { userId?: string } | undefined;
  return session?.userId ?? 'guest';
}

/** Waits until the feed on screen is stored for the next start, with this text. */
export async function stored(page: Page, text: string): Promise<void> {
  const account = await accountOn(page);
  await expect
    .poll(async () => {
      const [drawn, snapshot] = [await readValue(page, keyOf(account)), await readValue(page, `snapshot:${account}`)];
      const { revision, markup = '' } = (drawn ?? {}) as Stored;
      return markup.includes(text) && revision === (snapshot as Stored).revision;
    })
    .toBe(true);
}

/** Writes a post and waits until the server has confirmed it: the entry changes until then. */
export async function post(page: Page, title: string): Promise<void> {
  await writePost(page, title);
  await expect(entry(page, title).getByRole('link', { name: '0 comments' })).toBeVisible();
  await expect(entry(page, title).getByText(/^Sent\b/)).toHaveCount(0);
}

/**
 * Opens an address until the worker answers with its drawn page, with this text: a busy one does not wait for it longer
 * than 200 ms.
 */
export async function openDrawn(page: Page, address: string, text: string): Promise<Response> {
  let answer!: Response;
  const read = async () => (answer = (await page.goto(address))!).text();
  await expect.poll(read).toContain(text);
  return answer;
}
