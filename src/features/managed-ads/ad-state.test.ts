import { expect, test } from 'vitest';
import { adState } from './ad-state.ts';

const ad = { start_date: '2026-11-10', end_date: '2026-11-30', active: true };

test.each([
  ['2026-11-09', ad, 'Starts Nov 10'],
  ['2026-11-10', ad, 'Live, 20 days left'],
  ['2026-11-29', ad, 'Live, 1 day left'],
  ['2026-11-30', ad, 'Live, last day'],
  ['2026-12-01', ad, 'Ended Nov 30'],
  ['2026-11-15', { ...ad, end_date: null }, 'Live'],
  ['2026-11-15', { ...ad, active: false }, 'Off'],
  ['2026-12-01', { ...ad, active: false }, 'Ended Nov 30'],
])('on %s: %o is %s', (today, one, text) => {
  expect(adState(one, today)).toEqual({ isLive: text.startsWith('Live'), text });
});
