import { globSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

const OWNER = 'src/ui/entry.module.css';
const sheets = globSync('src/**/*.css').map((path) => ({ path, css: readFileSync(path, 'utf8') }));

/** A line that is drawn at the edge of the margin. */
const drawsMargin = (css: string): boolean => /inset-inline-start: calc\(var\(--margin\) - [12]px\)/.test(css);

test('only ui/entry draws the line of the margin', () => {
  expect(sheets.filter(({ css }) => drawsMargin(css)).map(({ path }) => path)).toEqual([OWNER]);
});

test('the margin has one vocabulary, and each of its words a colour of its own', () => {
  const words = sheets.flatMap(({ css }) => [...css.matchAll(/\[data-margin='(\w+)'\]/g)].map(([, word]) => word));
  const type = /export type Margin = ([^;]+);/.exec(readFileSync('src/ui/entry.ts', 'utf8'))?.[1] ?? '';
  const known = [...type.matchAll(/'(\w+)'/g)].map(([, word]) => word);
  expect(known.length).toBeGreaterThan(3);
  expect(known).toEqual(expect.arrayContaining(words));
  const owner = readFileSync(OWNER, 'utf8');
  const colours = [...owner.matchAll(/background: ([^;]+);/g)].map(([, colour]) => colour);
  expect(new Set(colours).size).toBe(known.length);
});
