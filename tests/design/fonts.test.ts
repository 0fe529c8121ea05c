import { globSync, readFileSync, statSync } from 'node:fs';

import { expect, test } from 'vitest';

import { ENGLISH } from '../../scripts/fonts/faces.ts';

const css = readFileSync('src/ui/fonts.css', 'utf8');
const files = [...css.matchAll(/url\('\.\/(fonts\/[\w-]+\.woff2)'\)/g)].map((match) => `src/ui/${match[1]}`);

const isRare = (file: string): boolean => file.endsWith('-accents.woff2');
const bytesOf = (some: readonly string[]): number => some.reduce((sum, file) => sum + statSync(file).size, 0);

test('the two faces together stay under 70 kB, what a new device asks for under 40, and they are the only ones', () => {
  expect(files).toHaveLength(4);
  expect(bytesOf(files)).toBeLessThanOrEqual(70_000);
  expect(bytesOf(files.filter((file) => !isRare(file)))).toBeLessThanOrEqual(40_000);
});

test('the first font files contain every character of the interface’s own texts', () => {
  const written = globSync('src/copy/*.ts').map((file) => readFileSync(file, 'utf8'));
  const foreign = new Set(written.join('').match(/\P{ASCII}/gu));
  const missing = [...foreign].filter(
    (mark) => !ENGLISH.includes(mark) && !/[\p{Emoji}\p{Variation_Selector}]/u.test(mark),
  );
  expect(foreign.size).toBeGreaterThan(3);
  expect(missing).toEqual([]);
});

test('each has a licence beside it, is always drawn in the end, and has a fallback of its own measures', () => {
  for (const file of files)
    expect(readFileSync(file.replace(/(-accents)?\.woff2/, '.LICENSE.txt'), 'utf8')).toContain('SIL Open Font License');
  const rules = css.split('@font-face').slice(1);
  const ours = rules.filter((rule) => rule.includes('url('));
  expect(ours.every((rule) => rule.includes('font-display: swap'))).toBe(true);
  const fallbacks = rules.filter((rule) => rule.includes('local('));
  expect(fallbacks.length).toBeGreaterThan(0);
  for (const rule of fallbacks) {
    for (const measure of ['size-adjust', 'ascent-override', 'descent-override']) expect(rule).toContain(measure);
  }
  const page = readFileSync('index.html', 'utf8');
  for (const file of files) expect(page.includes(`href="/${file}"`)).toBe(!isRare(file));
  const tokens = readFileSync('src/ui/tokens.css', 'utf8');
  for (const [, family] of css.matchAll(/font-family: '([^']+)'/g)) expect(tokens).toContain(`'${family}'`);
});
