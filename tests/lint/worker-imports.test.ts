import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

import { WORKER_FILES } from '../../scripts/lint/import-map.ts';
import { ModuleGraph } from '../../scripts/lint/module-graph.ts';
import { lintPlanted } from './plant.ts';

const ROOT = join(import.meta.dirname, '../..');
const LOADED = 'src/data/upload/send-queue.ts';

/** `[file, import]`. sw/sw.ts imports sw/first.ts, which imports LOADED. */
const FORBIDDEN: [file: string, text: string][] = [
  ['sw/sw.ts', "import '#data/session/session.ts';"],
  ['sw/first.ts', "import '#contract/posts.ts';"],
  ['sw/first.ts', "import type {} from '#data/session/session.ts';"],
  ['sw/first.ts', "void import('#data/replica/database.ts');"],
  [LOADED, "import '../session/session.ts';"],
  [LOADED, "import '#contract/crud.ts';"],
  [LOADED, "import '#lib/time.ts';"],
  [LOADED, "import type {} from '#lib/time.ts';"],
  [LOADED, "export {} from '../session/session.ts';"],
  [LOADED, "void import('../session/session.ts');"],
  [LOADED, "export type Session = typeof import('../session/session.ts');"],
  [LOADED, "import '@powersync/web';"],
  [LOADED, "import type {} from '@powersync/common';"],
  [LOADED, "void import('@supabase/supabase-js');"],
  [LOADED, "import 'dexie';"],
  [LOADED, "import 'zod/mini';"],
  [LOADED, "import 'react';"],
];

const ALLOWED: [file: string, text: string][] = [
  ['sw/sw.ts', "import './first.ts';"],
  ['sw/sw.ts', "import 'workbox-routing';"],
  ['sw/first.ts', `import '#${LOADED.slice('src/'.length)}';`],
  [LOADED, "import './classify.ts';"],
  [LOADED, "import 'idb-keyval';"],
  [LOADED, "import type {} from '#contract/crud.ts';"],
  [LOADED, "import '#contract/outbox.ts';"],
  ['src/data/session/session.ts', "import '@supabase/supabase-js';"],
];

const lines = [...ALLOWED, ...FORBIDDEN];
let reports: Map<string, string[]>;

beforeAll(async () => {
  const texts = Map.groupBy(lines, ([file]) => file);
  reports = await lintPlanted(
    Object.fromEntries([...texts].map(([file, own]) => [file, `${own.map(([, text]) => text).join('\n')}\n`])),
  );
}, 60_000);

function workerReports([file, text]: [file: string, text: string]): string[] {
  const line = lines.filter((other) => other[0] === file).findIndex((other) => other[1] === text) + 1;
  return (reports.get(file) ?? []).filter((report) => report.startsWith(`${line} rangeday(worker-imports)`));
}

describe('the code of the service worker', () => {
  it.each(FORBIDDEN)('%s: not %s', (file, text) => {
    expect(workerReports([file, text])).toHaveLength(1);
  });

  it.each(ALLOWED)('%s: %s', (file, text) => {
    expect(workerReports([file, text])).toEqual([]);
  });
});

describe('WORKER_FILES', () => {
  it('contains exactly the files of src that sw/sw.ts loads', () => {
    const graph = new ModuleGraph(ROOT);
    const reached = [...graph.reachableFrom('sw/sw.ts').keys()].filter((file) => file.startsWith('src/'));
    const typesOnly = reached.filter((file) => !WORKER_FILES.includes(file));
    expect(WORKER_FILES.filter((file) => !reached.includes(file))).toEqual([]);
    expect(typesOnly.filter((file) => !file.startsWith('src/contract/'))).toEqual([]);
  });

  it('is what sw/tsconfig.json includes', () => {
    const config = readFileSync(join(ROOT, 'sw/tsconfig.json'), 'utf8');
    const { include } = JSON.parse(config) as { include: string[] };
    const files = include.map((path) => posix.join('sw', path)).filter((path) => path.startsWith('src/data/'));
    expect(files.toSorted()).toEqual(WORKER_FILES.filter((file) => file.startsWith('src/data/')).toSorted());
    expect(include).toContain('../src/contract');
    expect(WORKER_FILES.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });
});
