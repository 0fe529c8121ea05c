import { expect, test } from 'vitest';

import { fingerprint } from './fingerprint.ts';

test('the same text has the same fingerprint, and small changes give other ones', () => {
  expect(fingerprint('{"score":1}')).toBe(fingerprint('{"score":1}'));
  const texts = Array.from({ length: 20_000 }, (_, index) => `{"id":"p${index}","score":${index % 7},"text":"ö"}`);
  expect(new Set(texts.map(fingerprint)).size).toBe(texts.length);
  expect(fingerprint('ab')).not.toBe(fingerprint('ba'));
  expect(fingerprint('')).not.toBe(fingerprint('\0'));
});
