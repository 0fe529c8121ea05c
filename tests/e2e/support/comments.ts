import type { Page } from '@playwright/test';

import { entry, expect } from '../../support/member.ts';

export const comment = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Writes a comment on the open post. */
export async function writeComment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Comment on this post').fill(text);
  await page.getByRole('button', { name: 'Send comment' }).click();
  await expect(comment(page, text)).toBeVisible();
}

/** Opens a post from the feed. */
export async function openPost(page: Page, title: string): Promise<void> {
  await entry(page, title).getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}
