import type { Page } from '@playwright/test';

import { register } from '../support/member.ts';
import { takePhoto } from '../support/photos.ts';
import { writeSession } from '../support/signed-in.ts';
import { expect, test } from './support/fixtures.ts';

/**
 * Serves the app as it is built for an installation with an image host: the stand-in of the backend, and this preset.
 */
async function configureHost(page: Page, preset: () => string): Promise<void> {
  await page.route('**/assets/*.js', async (route) => {
    const response = await route.fetch();
    const settings = `VITE_IMAGE_HOST_URL:$1="/_dev/images",VITE_IMAGE_HOST_PRESET:$2="${preset()}"`;
    const body = (await response.text()).replace(/VITE_IMAGE_HOST_URL:(\w+),VITE_IMAGE_HOST_PRESET:(\w+)/, settings);
    await route.fulfill({ response, body });
  });
}

test(
  'an avatar goes to the image host and its refusal is shown, with its reason, and sent again',
  { tag: '@variant' },
  async ({ browser, backend }) => {
    // Its answers would be those of the other build.
    const context = await browser.newContext({ baseURL: backend.url, serviceWorkers: 'block' });
    const page = await context.newPage();
    let preset = 'unknown';
    await configureHost(page, () => preset);
    const member = await register(backend);
    await writeSession(page, backend, member);
    await page.goto('/profile?edit=true');
    await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
    await page
      .getByLabel('Change picture')
      .and(page.locator('input'))
      .setInputFiles(await takePhoto(page, 400));
    const cropper = page.getByRole('dialog', { name: 'Profile picture' });
    await cropper.getByRole('button', { name: 'Use picture' }).click();
    // The dialog shows the reason too, if the answer comes while it waits.
    const held = page.getByText('The picture is kept on this device and will send automatically.').first();
    await expect(cropper.getByText('Upload preset not found').or(held)).toBeVisible();
    await page.goto('/outbox');
    await expect(page.getByText('1 photo was not sent. Upload preset not found')).toBeVisible();

    preset = 'rangeday';
    await page.reload();
    await page.getByRole('button', { name: 'Retry' }).click();
    const avatar = () =>
      backend.query<{ id: string; url: string | null }>(
        'select id, profile_image_url as url from profiles where email = $1',
        [member.email],
      );
    await expect.poll(async () => (await avatar())[0]?.url).toMatch(/^\/_dev\/images\/files\/profile-pics\//);
    const [{ id, url }] = (await avatar()) as [{ id: string; url: string }];
    expect(url).toBe(`/_dev/images/files/profile-pics/${id}`);
    const stored = await fetch(backend.url + url);
    expect([stored.status, stored.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await context.close();
  },
);
