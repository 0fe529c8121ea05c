import { glob, readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { mendPicker } from './emoji-styles.ts';

test('the installed emoji picker has one module that draws, with exactly one place for each change', async () => {
  const changed: string[] = [];
  for await (const path of glob('node_modules/emoji-picker-react/dist/esm/**/*.mjs')) {
    const code = mendPicker(await readFile(path, 'utf8'));
    if (code) changed.push(code);
  }
  expect(changed).toHaveLength(1);
  expect(changed[0]).toContain('adoptedStyleSheets');
  expect(changed[0]).not.toContain('createElement("aside"');
});

test('another way of drawing stops the build instead of breaking the page', () => {
  expect(mendPicker('export const nothing = 1;')).toBeNull();
  expect(() => mendPicker('React.createElement("style", {})')).toThrow('in another way');
});
