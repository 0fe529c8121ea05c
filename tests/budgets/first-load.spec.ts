import { measureFirstLoad } from '../../scripts/bench/first-load.ts';
import { expect, test } from '../e2e/support/fixtures.ts';

const MOST_CODE = 120_000;
const MOST_REQUESTS = 8;

test('the first screen needs little code, few requests and no third party', async ({ newDevice }) => {
  // The fixture fails the test for any third-party request.
  const page = await (await newDevice()).page();
  const { kinds } = await measureFirstLoad(page, 'main > *');
  expect((kinds.js?.bytes ?? 0) + (kinds.css?.bytes ?? 0)).toBeLessThanOrEqual(MOST_CODE);
  // Pictures of the first posts and, on a fast line, fonts load with the first screen, which waits for neither.
  const needed = Object.entries(kinds).filter(([kind]) => kind !== 'image' && kind !== 'font');
  expect(needed.reduce((sum, [, { requests }]) => sum + requests, 0)).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(kinds.wasm).toBeUndefined();
});
