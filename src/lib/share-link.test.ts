import { afterEach, expect, test, vi } from 'vitest';
import { canShare, copyText, shareLink } from './share-link.ts';

afterEach(() => vi.unstubAllGlobals());

test('the sheet is opened with title and address', async () => {
  const share = vi.fn(async () => {});
  vi.stubGlobal('navigator', { share });
  expect(await shareLink('Fog', 'https://rangeday.test/posts/1')).toBe(true);
  expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Fog', url: 'https://rangeday.test/posts/1' });
});

test('a closed sheet and a refused clipboard are reported as false', async () => {
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => {});
  vi.stubGlobal('navigator', {
    share: () => Promise.reject(new Error('AbortError')),
    clipboard: { writeText: () => Promise.reject(new Error('NotAllowedError')) },
  });
  expect(canShare()).toBe(true);
  expect(await shareLink('Fog', 'https://rangeday.test/posts/1')).toBe(false);
  expect(await copyText('https://rangeday.test/posts/1')).toBe(false);
  debug.mockRestore();
});

test('without a clipboard or a share sheet nothing throws', async () => {
  vi.stubGlobal('navigator', {});
  expect(canShare()).toBe(false);
  expect(await copyText('https://rangeday.test/posts/1')).toBe(false);
});
