import { measureFirstLoad } from '../../scripts/bench/first-load.ts';
import { expect, test } from '../e2e/support/fixtures.ts';

const MOST_CODE = 120_000;
const MOST_REQUESTS = 8;

test('the first screen needs little code and few requests, and nobody else is asked', async ({ newDevice }) => {
  // The device itself fails the test for any request to a third party.
  const page = await (await newDevice()).page();
  const { kinds } = await measureFirstLoad(page, 'main > *');
  expect((kinds.js?.bytes ?? 0) + (kinds.css?.bytes ?? 0)).toBeLessThanOrEqual(MOST_CODE);
  // The first posts bring their pictures, and a good line the letters, with the first screen; neither is waited for.
  const needed = Object.entries(kinds).filter(([kind]) => kind !== 'image' && kind !== 'font');
  expect(needed.reduce((sum, [, { requests }]) => sum + requests, 0)).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(kinds.wasm).toBeUndefined();
});
