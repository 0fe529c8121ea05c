import { measureFirstSync } from '../../scripts/bench/first-sync.ts';
import { visitorToken } from '../../scripts/bench/tokens.ts';
import { expect, test } from '../e2e/support/fixtures.ts';

/** With the examples of a week. `npm run bench -- --sync` measures a year's, and 100,000 posts. */
const MOST_BYTES = 60_000;

test('the first sync of a visitor is small, and has no row that devices do without', async ({ backend }) => {
  const { wire, rows, tables } = await measureFirstSync(backend.url, await visitorToken(backend));
  expect(wire).toBeLessThanOrEqual(MOST_BYTES);
  const count = (name: string) => tables.find(({ table }) => table === name)?.rows ?? 0;
  expect(count('comments')).toBeGreaterThan(0);
  // Only of comments that somebody likes.
  expect(count('comment_stats')).toBeLessThan(count('comments'));
  expect(rows).toBeGreaterThan(100);
});
