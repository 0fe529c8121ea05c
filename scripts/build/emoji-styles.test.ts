import { glob, readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { patchPicker } from './emoji-styles.ts';

test('the installed emoji picker has one module to patch, with exactly one match for each replacement', async () => {
  const changed: string[] = [];
  for await (const path of glob('node_modules/emoji-picker-react/dist/esm/**/*.mjs')) {
    const code = patchPicker(await readFile(path, 'utf8'));
    if (code) changed.push(code);
  }
  expect(changed).toHaveLength(1);
  expect(changed[0]).toContain('adoptedStyleSheets');
  expect(changed[0]).not.toContain('createElement("aside"');
});

test('a changed package fails the build instead of breaking the page', () => {
  expect(patchPicker('export const nothing = 1;')).toBeNull();
  expect(() => patchPicker('React.createElement("style", {})')).toThrow('has changed');
});
