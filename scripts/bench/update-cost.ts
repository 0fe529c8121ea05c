import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';

import { patchPath } from '#contract/app-patches.ts';
import { inlineFirstFrame } from '../build/inline.ts';
import { storePage, writePatches } from '../build/patches.ts';
import { ONLY_IN_SOME } from '../build/precached.ts';
import { retainPreviousAssets } from '../build/previous-assets.ts';
import { buildWorker, type ListedFile } from '../build/worker.ts';
import { median } from './quantile.ts';
import type { Row } from './row.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
/** What a build reads. */
const SOURCES =
  'index.html vite.config.ts package.json src sw public scripts local tsconfig.base.json tsconfig.json'.split(' ');
/** One changed word of a screen. */
const WORD = { file: 'src/copy/settings.ts', now: "'Text size'", other: "'Letter size'" };

interface Built {
  readonly folder: string;
  readonly files: readonly ListedFile[];
}

/**
 * What an update of an installed app costs, in bytes as transferred and without headers: after one changed word, and
 * for each of the last `commits` that touched src/ from its parent. Each is built as a release, by the present scripts.
 */
export async function measureUpdates(say: (line: string) => void, commits: number): Promise<Row[]> {
  const work = await mkdtemp(join(tmpdir(), 'rangeday-updates-'));
  try {
    const builds = new Map<string, Promise<Built>>();
    const build = (revision: string, change?: (checkout: string) => Promise<void>): Promise<Built> => {
      const name = change ? `${revision}-changed` : revision;
      const built = builds.get(name) ?? buildRevision(work, name, revision, change);
      builds.set(name, built);
      return built;
    };
    const costOf = async (from: Promise<Built>, to: Promise<Built>) => updateCost(work, await from, await to);

    const head = (await run('git', ['rev-parse', 'HEAD'], { cwd: ROOT })).stdout.trim();
    const word = await costOf(
      build(head),
      build(head, async (checkout) => {
        const path = join(checkout, WORD.file);
        const text = await readFile(path, 'utf8');
        if (!text.includes(WORD.now)) throw new Error(`${WORD.file} does not contain ${WORD.now}.`);
        await writeFile(path, text.replace(WORD.now, WORD.other));
      }),
    );
    say(`  one changed word: ${word} bytes`);

    const list = ['rev-list', '--no-merges', `--max-count=${commits}`, 'HEAD', '--', 'src'];
    const revisions = (await run('git', list, { cwd: ROOT })).stdout.trim().split('\n');
    const costs: number[] = [];
    for (const revision of revisions) {
      const { stdout } = await run('git', ['log', '-1', '--format=%P %s', revision], { cwd: ROOT });
      const [parent = '', ...subject] = stdout.trim().split(' ');
      const cost = await costOf(build(parent), build(revision)).catch((error: Error) => error);
      if (typeof cost === 'number') costs.push(cost);
      const shown = typeof cost === 'number' ? `${cost} bytes` : `not built: ${cost.message.split('\n')[0]}`;
      say(`  ${revision.slice(0, 8)} ${shown}  ${subject.join(' ')}`);
    }
    const changed = costs.filter((cost) => cost > 0);
    return [
      { what: 'Update: one changed word', value: word / 1000, unit: 'kB', goal: { most: 20 } },
      {
        what: `Update: median of ${costs.length} commits`,
        value: median(costs) / 1000,
        unit: 'kB',
        goal: { most: 30 },
      },
      {
        what: `Update: median of the ${changed.length} that change the app`,
        value: median(changed) / 1000,
        unit: 'kB',
      },
      { what: 'Update: the largest of them', value: Math.max(...costs) / 1000, unit: 'kB' },
    ];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function buildRevision(
  work: string,
  name: string,
  revision: string,
  change?: (checkout: string) => Promise<void>,
): Promise<Built> {
  const [checkout, folder] = [join(work, `${name}.src`), join(work, name)];
  await mkdir(checkout);
  try {
    const archive = join(checkout, 'archive.tar');
    await run('git', ['archive', '-o', archive, revision, ...SOURCES], { cwd: ROOT });
    await run('tar', ['xf', archive], { cwd: checkout });
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
    await change?.(checkout);
    const options = { cwd: checkout, env: { ...process.env, NODE_ENV: 'production' } };
    const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
    await run(process.execPath, [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], options);
    const { files } = await buildWorker(checkout, folder, await inlineFirstFrame(checkout, folder));
    return { folder, files };
  } finally {
    await rm(checkout, { recursive: true, force: true });
  }
}

/** Bytes that a device with `from` loads to install `to`. */
async function updateCost(work: string, from: Built, to: Built): Promise<number> {
  const [before, after] = await Promise.all([readList(from), readList(to)]);
  if (before.text === after.text) return 0;
  const release = await mkdtemp(join(work, 'release-'));
  try {
    await cp(to.folder, release, { recursive: true });
    await storePage(from.folder);
    await retainPreviousAssets(from.folder, release, join(work, 'released'));
    await writePatches(release, to.files);
    const hashes = new Map(from.files.map(({ url, hash }) => [hash, url]));
    let bytes = compressed(Buffer.from(after.text));
    if (before.code !== after.code) bytes += compressed(await readFile(join(release, after.code)));
    for (const { url, hash } of to.files) {
      if (ONLY_IN_SOME.test(url) || hashes.get(hash) === url) continue;
      const patches = [...hashes.keys()].map((one) => stat(join(release, patchPath(one, hash))).catch(() => undefined));
      const patch = (await Promise.all(patches)).find((found) => found !== undefined);
      const whole = compressed(await readFile(join(release, url)));
      bytes += Math.min(patch?.size ?? Infinity, whole);
    }
    return bytes;
  } finally {
    await rm(release, { recursive: true, force: true });
  }
}

async function readList({ folder }: Built): Promise<{ text: string; code: string }> {
  const text = await readFile(join(folder, 'sw.js'), 'utf8');
  return { text, code: /importScripts\("([^"]+)"\)/.exec(text)?.[1] ?? '' };
}

const compressed = (bytes: Buffer): number => brotliCompressSync(bytes).length;
