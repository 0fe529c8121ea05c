import { readFileSync, statSync } from 'node:fs';

import { expect, test } from 'vitest';

const css = readFileSync('src/ui/fonts.css', 'utf8');
const files = [...css.matchAll(/url\('\.\/(fonts\/[\w-]+\.woff2)'\)/g)].map((match) => `src/ui/${match[1]}`);

test('the two faces together stay under 70 kB, and are the only ones', () => {
  expect(files).toHaveLength(2);
  expect(files.reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThanOrEqual(70_000);
});

test('each has a licence beside it, blocks nothing and never comes late, and a stand-in of its own measures', () => {
  for (const file of files)
    expect(readFileSync(file.replace('.woff2', '.LICENSE.txt'), 'utf8')).toContain('SIL Open Font License');
  const rules = css.split('@font-face').slice(1);
  const ours = rules.filter((rule) => rule.includes('url('));
  expect(ours.every((rule) => rule.includes('font-display: optional'))).toBe(true);
  const standIns = rules.filter((rule) => rule.includes('local('));
  expect(standIns.length).toBeGreaterThan(0);
  for (const rule of standIns) {
    for (const measure of ['size-adjust', 'ascent-override', 'descent-override']) expect(rule).toContain(measure);
  }
  const tokens = readFileSync('src/ui/tokens.css', 'utf8');
  for (const [, family] of css.matchAll(/font-family: '([^']+)'/g)) expect(tokens).toContain(`'${family}'`);
});
