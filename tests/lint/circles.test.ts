import { beforeAll, expect, it } from 'vitest';

import { lintPlanted } from './plant.ts';

/** Each circle as `[importing file, its text]`. Every file of a circle has its own report. */
const CIRCLES: Record<string, Record<string, string>> = {
  'of static imports': {
    'src/lib/static-a.ts': "import { b } from './static-b.ts';\nexport const a = (): unknown => b;\n",
    'src/lib/static-b.ts': "import { a } from '#lib/static-a.ts';\nexport const b = (): unknown => a;\n",
  },
  'of type imports': {
    'src/lib/type-a.ts': "import type { B } from './type-b.ts';\nexport type A = B[];\n",
    'src/lib/type-b.ts': "import type { A } from './type-a.ts';\nexport type B = { a: A };\n",
  },
  'of an import inside a type': {
    'src/lib/inside-a.ts': "export type A = typeof import('./inside-b.ts');\n",
    'src/lib/inside-b.ts': "export const b = (): unknown => import('./inside-a.ts');\n",
  },
  'of a dynamic import': {
    'src/lib/dynamic-a.ts': "export const a = (): unknown => import('./dynamic-b.ts');\n",
    'src/lib/dynamic-b.ts': "import { a } from './dynamic-a.ts';\nexport const b = (): unknown => a;\n",
  },
  'of re-exports': {
    'src/lib/re-a.ts': "export { b } from './re-b.ts';\nexport const a = 1;\n",
    'src/lib/re-b.ts': "import { a } from './re-a.ts';\nexport const b = (): unknown => a;\n",
  },
  'through three files and folders': {
    'src/features/votes/three-a.ts': "import type { B } from '../polls/three-b.ts';\nexport type A = B[];\n",
    'src/features/polls/three-b.ts':
      "export const c = (): unknown => import('../outbox/three-c.ts');\nexport type B = 1;\n",
    'src/features/outbox/three-c.ts': "import type { A } from '../votes/three-a.ts';\nexport type C = A;\n",
  },
  'in local': {
    'local/a.ts': "import type { B } from './sync/b.ts';\nexport type A = B[];\n",
    'local/sync/b.ts': "import type { A } from '../a.ts';\nexport type B = { a: A };\n",
  },
  'in tests': {
    'tests/support/a.ts': "import type { B } from './b.ts';\nexport type A = B[];\n",
    'tests/support/b.ts': "import type { A } from './a.ts';\nexport type B = { a: A };\n",
  },
};

const HARMLESS = {
  'src/lib/shared.ts': 'export const shared = 1;\n',
  'src/lib/left.ts': "import { shared } from './shared.ts';\nexport const left = shared;\n",
  'src/lib/right.ts':
    "import { left } from './left.ts';\nimport { shared } from './shared.ts';\nexport const right = left + shared;\n",
};

let reports: Map<string, string[]>;

beforeAll(async () => {
  reports = await lintPlanted({ ...HARMLESS, ...Object.assign({}, ...Object.values(CIRCLES)) });
}, 60_000);

function circleReports(file: string): string[] {
  return reports.get(file)?.filter((report) => report.includes('rangeday(no-circle)')) ?? [];
}

it.each(Object.entries(CIRCLES))('a circle %s is reported as a path in each of its files', (_, files) => {
  const paths = Object.keys(files);
  for (const [index, file] of paths.entries()) {
    const circle = [...paths.slice(index), ...paths.slice(0, index), file].join(' → ');
    expect(circleReports(file)).toEqual([expect.stringContaining(`Import circle: ${circle}`)]);
  }
});

it.each(Object.keys(HARMLESS))('%s, part of a diamond, is not in a circle', (file) => {
  expect(circleReports(file)).toEqual([]);
});
