import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, readSettings } from './settings.ts';

test('stored settings are read field by field, and invalid values become the default', () => {
  expect(readSettings(null)).toEqual(DEFAULT_SETTINGS);
  for (const stored of ['', 'null', '7', '"dark"', '{', '[]']) expect(readSettings(stored)).toEqual(DEFAULT_SETTINGS);
  expect(readSettings('{"theme":"dark","textSize":"vast","dataSaver":true,"shortcuts":false}')).toEqual({
    theme: 'dark',
    textSize: 'normal',
    gloves: false,
    dataSaver: true,
    shortcuts: false,
    enterBreaks: false,
    haptics: true,
    installHintSeen: false,
  });
  expect(readSettings('{"enterBreaks":true,"gloves":true}')).toMatchObject({ enterBreaks: true, gloves: true });
  expect(readSettings('{"gloves":"yes"}').gloves).toBe(false);
});
