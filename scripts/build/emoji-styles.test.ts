import { glob, readFile } from 'node:fs/promises';

import { expect, test } from 'vitest';

import { adoptStyles } from './emoji-styles.ts';

test('the installed emoji picker is found to have exactly one place that makes a style element', async () => {
  const changed: string[] = [];
  for await (const path of glob('node_modules/emoji-picker-react/dist/esm/**/*.mjs')) {
    const code = adoptStyles(await readFile(path, 'utf8'));
    if (code) changed.push(code);
  }
  expect(changed).toHaveLength(1);
  expect(changed[0]).toContain('adoptedStyleSheets');
});

test('another way of bringing styles stops the build instead of breaking the page', () => {
  expect(adoptStyles('export const nothing = 1;')).toBeNull();
  expect(() => adoptStyles('React.createElement("style", {})')).toThrow('in another way');
});
