import { expect, test } from 'vitest';
import { mayBeShown } from './evidence.ts';

/** A PNG of one pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const bomb = (): Uint8Array<ArrayBuffer> => {
  const bytes = PNG.slice();
  new DataView(bytes.buffer).setUint32(16, 30_000);
  new DataView(bytes.buffer).setUint32(20, 30_000);
  return bytes;
};

test('evidence is shown only if it is what its type says and a browser can hold it', async () => {
  const shown = (bytes: Uint8Array<ArrayBuffer> | string, type: string) => mayBeShown(new Blob([bytes], { type }));
  expect(await shown(PNG, 'image/png')).toBe(true);
  expect(await shown(bomb(), 'image/png')).toBe(false);
  expect(await shown('<!doctype html><script>1</script>', 'image/png')).toBe(false);
  expect(await shown(PNG, 'text/html')).toBe(false);
  expect(await shown('', 'image/png')).toBe(false);
});
