import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from './command.ts';
import type { SecondRun } from './second-runs.ts';
import { LOGS } from './stages.ts';

/** More in one run are no coincidence. */
export const MOST_UNSTABLE = 3;

/** Has a folder for each. */
export const KEPT = join(LOGS, 'unstable');
/** The tree on which each test was unstable last, by name. */
const LAST = join(KEPT, 'last.json');

/**
 * Keeps what is known of tests that passed only when they were run again: the errors and the pages of the first run,
 * and the trace of the second, in a folder for each.
 */
export async function recordUnstable(tests: readonly SecondRun[]): Promise<void> {
  for (const { name, reason, attachments, passedWith } of tests) {
    const folder = join(KEPT, name.replace(/[^\w.-]+/g, '-').slice(-120));
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'failure.txt'), `${name}\n\n${reason}\n`);
    for (const path of attachments) await copyInto(folder, path, '');
    for (const path of passedWith) await copyInto(folder, path, 'passed-');
  }
}

async function copyInto(folder: string, path: string, prefix: string): Promise<void> {
  // An attachment may be gone; the others are kept all the same.
  await copyFile(join(ROOT, path), join(folder, `${prefix}${basename(path)}`)).catch(() => {});
}

/**
 * Notes the unstable tests of a run.
 *
 * @param names of all unstable tests of the run
 * @param wasRun whether a test belongs to a stage of this run; what is known of others is kept
 * @returns the names of those that were unstable in the run before, too, on the same tree
 */
export async function noteUnstable(
  names: readonly string[],
  wasRun: (name: string) => boolean,
  tree: string | undefined,
  path = LAST,
): Promise<string[]> {
  const last = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Record<string, string>,
    (): Record<string, string> => ({}),
  );
  const twice = names.filter((name) => tree !== undefined && last[name] === tree);
  const kept = Object.entries(last).filter(([name]) => !wasRun(name));
  const now = names.map((name) => [name, tree ?? '']);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, JSON.stringify(Object.fromEntries([...kept, ...now]), null, 2));
  return twice;
}

/** The id of all files of the checkout as they are, in git's terms; undefined outside of a repository. */
export async function currentTree(root = ROOT): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-tree-'));
  try {
    const git = async (...args: string[]): Promise<string> => {
      // An index of its own: what the developer has staged stays staged.
      const env = { ...process.env, GIT_INDEX_FILE: join(folder, 'index') };
      return (await promisify(execFile)('git', args, { cwd: root, env })).stdout.trim();
    };
    await git('read-tree', 'HEAD');
    await git('add', '--all');
    return await git('write-tree');
  } catch {
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
