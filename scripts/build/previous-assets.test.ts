import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { retainPreviousAssets } from './previous-assets.ts';

const DAY = 24 * 60 * 60_000;

test('assets of a replaced release stay for 30 days, and the new release has its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-assets-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const list = join(folder, 'list');
  const start = Date.now();
  let previous = join(folder, 'none');
  const release = async (day: number, ...names: string[]) => {
    const built = join(folder, `day-${day}`);
    await mkdir(join(built, 'assets'), { recursive: true });
    for (const name of names) await writeFile(join(built, 'assets', name), name);
    await retainPreviousAssets(previous, built, list, start + day * DAY);
    previous = built;
    return (await readdir(join(built, 'assets'))).toSorted();
  };

  expect(await release(0, 'a.js', 'feed-1.js')).toEqual(['a.js', 'feed-1.js']);
  // The first release was in use until now, however old its files are.
  expect(await release(40, 'a.js', 'feed-2.js')).toEqual(['a.js', 'feed-1.js', 'feed-2.js']);
  expect(await release(60, 'a.js', 'feed-3.js')).toEqual(['a.js', 'feed-1.js', 'feed-2.js', 'feed-3.js']);
  expect(await release(71, 'a.js', 'feed-4.js')).toEqual(['a.js', 'feed-2.js', 'feed-3.js', 'feed-4.js']);
});
