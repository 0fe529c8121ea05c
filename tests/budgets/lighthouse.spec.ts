import { runLighthouse } from '../../scripts/lighthouse.ts';
import { expect, test } from '../e2e/support/fixtures.ts';

// `npm run bench` measures speed: a busy machine would lower that score.
test('Lighthouse scores 100 for accessibility, best practices and SEO on the feed', async ({ backend }) => {
  test.setTimeout(300_000);
  const { scores, losses } = await runLighthouse(backend.url, ['accessibility', 'best-practices', 'seo']);
  expect(losses).toEqual([]);
  expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
});
