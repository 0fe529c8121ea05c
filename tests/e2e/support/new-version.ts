import type { Page } from '@playwright/test';

/** Lets the browser look for a new version, which is on the host, and install it. */
export async function installNewVersion(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    // Twice, because the first is answered by a look that the browser may have begun before the version was on the
    // host. The second waits for the end of the installation.
    await registration.update();
    await registration.update();
  });
}
