import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { currentTree, noteUnstable } from './unstable.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rangeday-unstable-'));
});
afterEach(() => rm(folder, { recursive: true }));

const all = (): boolean => true;

it('finds a test that is unstable twice in a row on one tree', async () => {
  const path = join(folder, 'notes', 'last.json');
  expect(await noteUnstable(['a', 'b'], all, 'tree 1', path)).toEqual([]);
  expect(await noteUnstable(['a'], all, 'tree 2', path)).toEqual([]);
  expect(await noteUnstable(['a', 'b'], all, 'tree 2', path)).toEqual(['a']);
  // A run in which it passed at once is between.
  expect(await noteUnstable([], all, 'tree 2', path)).toEqual([]);
  expect(await noteUnstable(['a'], all, 'tree 2', path)).toEqual([]);
});

it('keeps what is known of tests that were not run', async () => {
  const path = join(folder, 'last.json');
  await noteUnstable(['a'], all, 'tree 1', path);
  await noteUnstable([], (name) => name !== 'a', 'tree 1', path);
  expect(await noteUnstable(['a'], all, 'tree 1', path)).toEqual(['a']);
});

it('gives each state of the files an id of its own, without touching what is staged', async () => {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  git('init', '-q');
  await writeFile(join(folder, 'a'), '1');
  git('add', 'a');
  git('-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'one');
  const first = await currentTree(folder);
  await writeFile(join(folder, 'b'), '2');
  const second = await currentTree(folder);
  expect(second).not.toBe(first);
  expect(git('status', '--porcelain')).toBe('?? b\n');
  await rm(join(folder, 'b'));
  expect(await currentTree(folder)).toBe(first);
});

it('knows no tree outside of a repository', async () => {
  expect(await currentTree(folder)).toBeUndefined();
});
