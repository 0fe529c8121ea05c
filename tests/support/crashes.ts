import type { BrowserContext } from '@playwright/test';

/**
 * Adds a line to `lines` when a process of the browser's pages ends, with the signal: Playwright reports "Target
 * crashed" without the reason.
 */
export async function noteCrashes(context: BrowserContext, lines: string[]): Promise<void> {
  const browser = context.browser();
  if (!browser) return;
  const session = await browser.newBrowserCDPSession();
  session.on('Target.targetCrashed', ({ status, errorCode }) => {
    lines.push(`A renderer crashed: ${status}, signal or exit code ${errorCode}`);
  });
  await session.send('Target.setDiscoverTargets', { discover: true });
}
