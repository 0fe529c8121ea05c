import { describe, expect, test } from 'vitest';

import { Visibility } from './visibility.ts';

describe('Visibility', () => {
  test('includes transactions that ended before the snapshot, and no running or later ones', () => {
    const snapshot = new Visibility('100:110:100,104');
    expect([99, 101, 109].map((xid) => snapshot.sees(xid))).toEqual([true, true, true]);
    expect([100, 104, 110, 111].map((xid) => snapshot.sees(xid))).toEqual([false, false, false, false]);
  });

  test('works without running transactions', () => {
    expect(new Visibility('7:7:').sees(6)).toBe(true);
    expect(new Visibility('7:7:').sees(7)).toBe(false);
  });

  test('compares ids by their low 32 bits, also across a wraparound', () => {
    const turn = 2n ** 32n;
    const justAfter = new Visibility(`${turn - 5n}:${turn + 3n}:${turn - 5n},${turn + 1n}`);
    expect(justAfter.sees(2 ** 32 - 6)).toBe(true);
    expect(justAfter.sees(2 ** 32 - 5)).toBe(false);
    expect(justAfter.sees(0)).toBe(true);
    expect(justAfter.sees(1)).toBe(false);
    expect(justAfter.sees(3)).toBe(false);
    expect(new Visibility(`${turn - 5n}:${turn - 5n}:`).sees(2)).toBe(false);
  });
});
