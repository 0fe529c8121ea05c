import { expect, type Page } from '@playwright/test';

import type { Backend } from '../../support/backend.ts';
import { takePhoto } from '../../support/photos.ts';

/** Opens the composer and writes a post with one photo. */
export async function writeWithPhoto(page: Page, title: string, side: number): Promise<void> {
  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.locator('input[type=file][multiple]').setInputFiles(await takePhoto(page, side, side));
  await expect(page.getByText('Location removed from 1 photo')).toBeVisible();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page).toHaveURL(/\/$/);
}

/** What the server has of a post: its status, and the number of its files. */
export const arrived = (backend: Backend, title: string) =>
  backend.query<{ status: string; files: number }>(
    `select p.status, count(o.name)::int as files from posts p left join storage.objects o on o.bucket_id = 'post-images' and o.name like p.id || '/%'
     where p.title = $1 group by p.id`,
    [title],
  );
