import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { join, relative } from 'node:path';

import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');
const SHEETS = 'src/**/*.module.css';
/** Of two characters: letters and digits. */
const CODES = 36 * 36;
const LETTERS = 26;

const NAME = /(?:\.|@keyframes\s+)(-?[a-z_][\w-]*)/gi;

/**
 * The name in the page of a class or animation of a CSS module: its place in the file, and a code of the file's path.
 * It is short, and a change of a rule does not change it, so that neither the page's size nor patches depend on chance.
 *
 * @param css the text of the file
 */
export function className(name: string, file: string, css: string): string {
  const names = [...new Set([...css.matchAll(NAME)].map(([, one]) => one))];
  return `${letters(names.indexOf(name))}_${codeOf(relative(ROOT, file).replaceAll('\\', '/'))}`;
}

/** 0 is 'a', 25 is 'z', 26 is 'aa', 27 is 'ba': `ad_…`, which blockers of ads hide, would be the 105th of a file. */
function letters(index: number): string {
  const last = String.fromCharCode(97 + (index % LETTERS));
  return index < LETTERS ? last : last + letters(Math.floor(index / LETTERS) - 1);
}

let codes = new Map<string, string>();

function codeOf(path: string): string {
  // Written since the last call, in development.
  if (!codes.has(path)) codes = codesOf([...new Set([...globSync(SHEETS, { cwd: ROOT }), path])]);
  return codes.get(path) ?? '';
}

/** A code for each path. Where two have the same hash, the later one gets the next free code. */
export function codesOf(paths: readonly string[]): Map<string, string> {
  if (paths.length > CODES) throw new Error('There are more CSS modules than codes of two characters.');
  const taken = new Map<number, string>();
  for (const path of paths.toSorted()) {
    let code = createHash('sha256').update(path).digest().readUInt32BE() % CODES;
    while (taken.has(code)) code = (code + 1) % CODES;
    taken.set(code, path);
  }
  return new Map([...taken].map(([code, path]) => [path, code.toString(36).padStart(2, '0')]));
}

const SHEET_IMPORT = /^import (\w+) from (['"][^'"]+\.module\.css['"])/gm;

/**
 * Writes class names where they are used. As an object per file, which a default import is, they would be in the build
 * a second time, used or not.
 */
export function inlineClassNames(): Plugin[] {
  return [
    {
      name: 'rangeday:class-names-as-exports',
      enforce: 'pre',
      apply: 'build',
      transform: {
        filter: { id: /\/src\/.*\.tsx?$/, code: '.module.css' },
        handler: (code) => ({ code: code.replaceAll(SHEET_IMPORT, 'import * as $1 from $2'), map: null }),
      },
    },
    {
      name: 'rangeday:keep-sheets',
      enforce: 'post',
      apply: 'build',
      transform: {
        filter: { id: /\.module\.css$/ },
        // A module whose names are all inlined would be removed, together with its rules.
        handler: (code) => ({ code, map: null, moduleSideEffects: true }),
      },
    },
  ];
}
