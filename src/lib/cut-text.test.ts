import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from './cut-text.ts';

test.each([
  ['a text that fits', 'Cold morning', 12, 'Cold morning'],
  ['plain letters', 'Cold morning', 4, 'Cold'],
  ['an emoji at the cut', `${'x'.repeat(59)}😀`, 60, 'x'.repeat(59)],
  ['an emoji that ends at the cut', `${'x'.repeat(58)}😀 and more`, 60, `${'x'.repeat(58)}😀`],
  ['a family of emoji', 'Us 👨‍👩‍👧‍👦 here', 8, 'Us '],
  ['a flag', 'At 🇦🇹 now', 5, 'At '],
  ['a skin tone', 'ok 👍🏽 ok', 5, 'ok '],
  ['an accent of its own', 'cafe\u0301 bar', 4, 'caf'],
  ['a drawn mark', 'Up :flag: now', 6, 'Up '],
  ['a drawn mark whose end is missing', 'Up :flag:', 8, 'Up '],
  ['a drawn mark that ends at the cut', 'Up :flag: now', 9, 'Up :flag:'],
  ['the second of two drawn marks', ':flag::steel:', 9, ':flag:'],
  ['a time of day', 'At 10:30 today', 6, 'At 10:'],
  ['a Hangul syllable of its parts', 'ab\u1100\u1161\u11a8', 3, 'ab'],
])('%s', (_, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
});

test('a text of emoji alone is cut, not emptied, and never longer than allowed', () => {
  expect(cutText('👨‍👩‍👧‍👦', 5)).toHaveLength(5);
  const words = fc.array(fc.constantFrom('a', ' ', 'é', 'e\u0301', '😀', '👍🏽', '🇦🇹', '👨‍👩‍👧', '場'), { maxLength: 200 });
  fc.assert(
    fc.property(words, fc.integer({ min: 12, max: 300 }), (parts, most) => {
      const text = parts.join('');
      const cut = cutText(text, most);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(most);
      expect(cut.length).toBeGreaterThan(Math.min(text.length, most) - 12);
      // No half of a pair.
      expect(cut.isWellFormed()).toBe(true);
    }),
  );
});
