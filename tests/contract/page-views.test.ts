import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { PAGE_ROUTES, routePattern } from '#contract/page-views.ts';

/** Only passed through on the way from a mail or a provider. */
const PASSED = ['/auth/callback', '/auth/confirm'];

test('each page of the app is counted', async () => {
  const tree = await readFile(new URL('../../src/routeTree.gen.ts', import.meta.url), 'utf8');
  const paths = /interface FileRoutesByFullPath \{([^}]+)\}/.exec(tree)?.[1] ?? '';
  const patterns = [...paths.matchAll(/'([^']+)':/g)].map(([, path = '']) => routePattern(path));
  expect(patterns.length).toBeGreaterThan(20);
  expect(new Set(patterns.filter((pattern) => !PASSED.includes(pattern)))).toEqual(new Set(PAGE_ROUTES));
});
