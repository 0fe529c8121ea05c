import { expect, test } from 'vitest';
import { PAGE_ROUTES, routePattern } from '#contract/page-views.ts';
import { readScreens } from '../../scripts/build/document-headers.ts';

/** Only passed through on the way from a mail or a provider. */
const PASSED = ['/auth/callback', '/auth/confirm'];

test('each page of the app is counted', async () => {
  const patterns = (await readScreens('.')).map(routePattern);
  expect(patterns.length).toBeGreaterThan(20);
  expect(new Set(patterns.filter((pattern) => !PASSED.includes(pattern)))).toEqual(new Set(PAGE_ROUTES));
});
