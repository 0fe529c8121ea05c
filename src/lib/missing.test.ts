import { expect, test } from 'vitest';

import { isOffline } from './missing.ts';

test.each([
  ['offline', false, true],
  ['unavailable', false, true],
  ['connecting', false, false],
  ['online', false, false],
  ['offline', true, false],
] as const)('in phase %s, with a session that has ended: %s, "offline" is said: %s', (phase, signInNeeded, isSaid) => {
  expect(isOffline({ phase, signInNeeded })).toBe(isSaid);
});
