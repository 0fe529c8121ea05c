import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { className, codesOf } from './class-names.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'src/ui/button.module.css');

test('a change of a rule changes no name', () => {
  const css = '.button { color: red; } .quiet { color: blue; }';
  expect(className('quiet', FILE, css.replace('blue', 'green'))).toBe(className('quiet', FILE, css));
});

test('files whose paths have the same hash get different codes, whatever the order', () => {
  const paths = Array.from({ length: 500 }, (_, index) => `src/${index}.module.css`);
  const codes = codesOf(paths);
  expect(new Set(codes.values()).size).toBe(500);
  expect(codesOf(paths.toReversed())).toEqual(codes);
});

test('all names of the app are different, and are names', () => {
  const names = globSync('src/**/*.module.css', { cwd: ROOT }).flatMap((path) => {
    const css = readFileSync(join(ROOT, path), 'utf8');
    const found = new Set(
      css.matchAll(/\.([a-z][\w-]*)|@keyframes ([\w-]+)/gi).map(([, one, other]) => one ?? other ?? ''),
    );
    return [...found].map((name) => className(name, join(ROOT, path), css));
  });
  expect(names.length).toBeGreaterThan(500);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => !/^[a-z]+_[a-z0-9]{2}$/.test(name))).toEqual([]);
});
