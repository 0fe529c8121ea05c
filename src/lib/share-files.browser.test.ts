import { afterEach, expect, test, vi } from 'vitest';
import { shareFiles } from './share-files.ts';

const file = new File(['x'], 'rangeday-bob-1.jpg', { type: 'image/jpeg' });
const share = vi.fn<(data: ShareData) => Promise<void>>();

function allow(canShare: (data: ShareData) => boolean): void {
  Object.defineProperty(navigator, 'share', { value: share, configurable: true });
  Object.defineProperty(navigator, 'canShare', { value: canShare, configurable: true });
}

/** The names of the files that were downloaded. */
function watchDownloads(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

afterEach(() => {
  Reflect.deleteProperty(navigator, 'share');
  Reflect.deleteProperty(navigator, 'canShare');
  share.mockReset();
  vi.restoreAllMocks();
});

test('files go to the sheet of the system with their text, and without it where it takes only files', async () => {
  const downloads = watchDownloads();
  share.mockResolvedValue();
  allow(() => true);
  expect(await shareFiles([file], 'Fog lifted')).toBe('shared');
  allow((data) => data.text === undefined);
  expect(await shareFiles([file], 'Fog lifted')).toBe('shared');
  expect(share.mock.calls).toEqual([[{ files: [file], text: 'Fog lifted' }], [{ files: [file] }]]);
  expect(downloads).toEqual([]);
});

test('a sheet that was closed saves nothing', async () => {
  const downloads = watchDownloads();
  share.mockRejectedValue(new DOMException('', 'AbortError'));
  allow(() => true);
  expect(await shareFiles([file], '')).toBe('closed');
  expect(downloads).toEqual([]);
});

test.each([
  ['there is no sheet', undefined],
  ['it takes no files', () => false],
  ['it fails', () => true],
])('where %s, the files are saved', async (_why, canShare) => {
  const downloads = watchDownloads();
  share.mockRejectedValue(new DOMException('', 'NotAllowedError'));
  if (canShare) allow(canShare);
  expect(await shareFiles([file, file], 'Fog lifted')).toBe('downloaded');
  expect(downloads).toEqual([file.name, file.name]);
});
