import { writeFile } from 'node:fs/promises';

import type { Page, TestInfo } from '@playwright/test';

/** A page that does not respond must not delay the next test. */
const PATIENCE_MS = 5000;

/**
 * After a failure: attaches what each page shows, in words, and further lines. `npm test` prints this file, because a
 * machine that runs the tests may keep nothing else of a run.
 */
export async function describePages(
  pages: readonly Page[],
  testInfo: TestInfo,
  lines: readonly string[] = [],
): Promise<void> {
  if (testInfo.errors.length === 0) return;
  const texts: string[] = [];
  for (const page of pages) {
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: PATIENCE_MS })
      .catch((error: Error) => error.message);
    texts.push(`${page.url()}\n${text}\n`);
  }
  const path = testInfo.outputPath('pages.txt');
  await writeFile(path, [...texts, ...lines].join('\n'));
  // attach() would copy it under another name.
  testInfo.attachments.push({ name: 'pages', path, contentType: 'text/plain' });
}
