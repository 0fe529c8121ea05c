import { runLighthouse } from '../../scripts/lighthouse.ts';
import { expect, test } from '../e2e/support/fixtures.ts';

// `npm run bench` measures speed: a busy machine would lower that score. Lighthouse's rules for accessibility are some
// of axe's, which tests/e2e/accessibility.spec.ts runs on this page.
const CATEGORIES = [
  'best-practices',
  'seo',
  ...(process.env.TEST_ALL === '1' ? ['accessibility' as const] : []),
] as const;

test('Lighthouse scores 100 for best practices and SEO on the feed', async ({ backend }) => {
  test.setTimeout(300_000);
  const { scores, losses } = await runLighthouse(backend.url, CATEGORIES);
  expect(losses).toEqual([]);
  expect(scores).toEqual(Object.fromEntries(CATEGORIES.map((category) => [category, 100])));
});
