import { expect, test, vi } from 'vitest';
import { readKey, readTogether, removeKey, writeKey } from './kv.ts';

test('without storage, values last as long as the page', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  await expect(readTogether((get) => get('session'))).rejects.toThrow('blocked');
  expect(await writeKey('session', { kind: 'member' })).toBe(false);
  expect(await readKey('session')).toEqual({ kind: 'member' });
  await removeKey('session');
  await expect(readKey('session')).rejects.toThrow('blocked');
  vi.unstubAllGlobals();
});
