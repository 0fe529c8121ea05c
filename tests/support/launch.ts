import { chromium, type BrowserContext } from '@playwright/test';

import { keepPollsLight } from './light-polls.ts';

interface Launch {
  /** The app's, for relative addresses. */
  readonly origin: string;
  /** Path of the browser. */
  readonly browser: string | undefined;
  readonly flags: readonly string[];
}

/** Starts a browser of a desk's size on the profile in this folder. */
export async function launchOnProfile(profile: string, { origin, browser, flags }: Launch): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...(browser ? { executablePath: browser } : {}),
    args: [...flags],
    headless: true,
    baseURL: origin,
    viewport: { width: 1280, height: 800 },
  });
  keepPollsLight(context);
  return context;
}
