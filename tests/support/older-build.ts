import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { fillFromCache, textsOf } from './cached-folder.ts';
import { copyFolder } from './copy-folder.ts';

const ROOT = join(import.meta.dirname, '../..');
/** What a build reads. */
const SOURCES = [
  'index.html',
  'vite.config.ts',
  'package.json',
  'src',
  'sw',
  'public',
  'scripts',
  'local',
  'tsconfig.base.json',
  'tsconfig.json',
];

/** By file: what the older release has instead. Each text must be there once. */
const OLDER: Readonly<Record<string, readonly (readonly [now: string, then: string])[]>> = {
  // Its database of drafts has the version before the present one, with an index that was removed since.
  'src/data/drafts/drafts.ts': [
    [
      `    this.version(3).stores({ originals: 'id, draft' });
    this.version(4).stores({ removed: 'id, at' });
`,
      "    this.version(3).stores({ originals: 'id, draft', removed: 'id, at, draft' });\n",
    ],
  ],
  // Its replica has a column and an index that were removed since, and lacks a table.
  'src/contract/sync/tables/content.ts': [
    [
      `      feed_page: 'integer',
      created_at: 'text',
    },
    serverColumns: ['created_at', 'status', 'feed_page', 'images'],
    indexes: { newest: ['created_at'] },`,
      `      feed_page: 'integer',
      created_at: 'text',
      caption: 'text',
    },
    serverColumns: ['created_at', 'status', 'feed_page', 'images'],
    indexes: { caption: ['caption'] },`,
    ],
  ],
  'src/contract/sync/tables/staff.ts': [["  member_flags: { columns: { flagged_posts: 'integer' } },\n", '']],
  // Its queue has an older format, which is the same but for the number.
  'src/contract/crud-versions.ts': [['QUEUE_VERSION = 1', 'QUEUE_VERSION = 0']],
  // Otherwise it takes its own entries for those of a later release.
  'src/data/upload/uploader.ts': [
    [
      'Math.max(1, ...entries.map((entry) => readMetadata(entry.metadata)?.v ?? 1))',
      'Math.max(0, ...entries.map((entry) => readMetadata(entry.metadata)?.v ?? 0))',
    ],
  ],
};

/**
 * Builds the release before the present one into `target`: the present sources with an older schema of everything that
 * a device stores.
 */
export async function buildOlder(target: string): Promise<void> {
  await fillFromCache(target, {
    kind: 'older-build',
    inputs: [
      JSON.stringify(OLDER),
      ...textsOf('index.html', 'vite.config.ts', 'src', 'sw', 'public', 'scripts/build', 'scripts/build.ts'),
    ],
    make: async (folder) => {
      const checkout = await mkdtemp(join(tmpdir(), 'rangeday-older-'));
      try {
        for (const name of SOURCES) await cp(join(ROOT, name), join(checkout, name), { recursive: true });
        await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
        // Files that are the same in both are compressed already.
        const compressed = '.cache/compressed';
        if (existsSync(join(ROOT, compressed))) await copyFolder(join(ROOT, compressed), join(checkout, compressed));
        for (const [path, changes] of Object.entries(OLDER)) await change(join(checkout, path), changes);
        const env = { ...process.env, NODE_ENV: 'production' };
        await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: checkout, env });
        await copyFolder(join(checkout, 'dist/app'), folder);
      } finally {
        await rm(checkout, { recursive: true, force: true });
      }
    },
  });
}

async function change(path: string, changes: readonly (readonly [string, string])[]): Promise<void> {
  let text = await readFile(path, 'utf8');
  for (const [now, then] of changes) {
    if (text.split(now).length !== 2) throw new Error(`${path} does not have once:\n${now}`);
    text = text.replace(now, then);
  }
  await writeFile(path, text);
}
