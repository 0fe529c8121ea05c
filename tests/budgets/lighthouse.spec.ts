import { runLighthouse } from '../../scripts/lighthouse.ts';
import { expect, test } from '../e2e/support/fixtures.ts';

// Speed is for `npm run bench`: a score that a busy machine can lower is no test.
test('Lighthouse finds nothing to better on the feed but its speed', async ({ backend }) => {
  test.setTimeout(300_000);
  const { scores, losses } = await runLighthouse(backend.url, ['accessibility', 'best-practices', 'seo']);
  expect(losses).toEqual([]);
  expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
});
