import { beforeAll, describe, expect, it } from 'vitest';

import { lintPlanted } from './plant.ts';

/** One violation of each rule that this project depends on. */
const VIOLATIONS: Record<string, [file: string, text: string]> = {
  'rangeday(no-barrel)': ['src/lib/all.ts', "export * from './store.ts';\n"],
  'rangeday(comment-width)': ['src/lib/wide.ts', `// ${'word '.repeat(24)}end\nexport const one = 1;\n`],
  'import(no-default-export)': ['src/lib/default.ts', 'export default 1;\n'],
  'rangeday(no-circle)': ['src/lib/circle-a.ts', "import { b } from './circle-b.ts';\nexport const a = () => b;\n"],
  'rangeday(no-powersync-tables)': ['src/data/outbox/count.ts', "export const SQL = 'SELECT id FROM ps_crud';\n"],
  'rangeday(no-sleep)': ['tests/e2e/later.spec.ts', 'export const later = (page) => page.waitForTimeout(100);\n'],
  'eslint(no-restricted-globals)': ['src/features/posts/get.tsx', "export const get = () => fetch('/x');\n"],
  'eslint(no-restricted-properties)': ['src/app/online.ts', 'export const isOnline = () => navigator.onLine;\n'],
  'eslint(no-console)': ['src/app/log.ts', 'console.log(1);\nexport const one = 1;\n'],
  'typescript(no-explicit-any)': ['src/lib/any.ts', 'export const one: any = 1;\n'],
  'react-hooks(rules-of-hooks)': [
    'src/ui/hook.tsx',
    "import { useState } from 'react';\nexport function Box({ on }: { on: boolean }) {\n  if (on) useState(1);\n  return null;\n}\n",
  ],
  'react(set-state-in-render)': [
    'src/ui/render.tsx',
    "import { useState } from 'react';\nexport function Box() {\n  const [, set] = useState(0);\n  set(1);\n  return null;\n}\n",
  ],
  'react(jsx-no-literals)': ['src/features/posts/text.tsx', 'export const Text = () => <p>Hello there</p>;\n'],
  'jsx-a11y(alt-text)': ['src/ui/picture.tsx', 'export const Picture = () => <img src="/a.png" />;\n'],
};

let reports: Map<string, string[]>;

beforeAll(async () => {
  const files = Object.fromEntries(Object.values(VIOLATIONS));
  files['src/lib/circle-b.ts'] = "import { a } from './circle-a.ts';\nexport const b = () => a;\n";
  files['src/lib/fine.ts'] = `// ${'word '.repeat(23)}x\nexport const one = '${'long'.repeat(40)}';\n`;
  files['src/data/replica/powersync-tables.ts'] = "export const CLEAR = 'SELECT powersync_clear(1)';\n";
  files['tests/sync/sleeps.pg.test.ts'] =
    // oxlint-disable-next-line rangeday/no-sleep -- the text of a planted file
    "import { setTimeout as pause } from 'node:timers/promises';\nawait pause(1);\nsetTimeout(() => {}, 1);\nglobalThis.setTimeout(() => {}, 1);\nexport const SQL = [`select pg_sleep(1)`, 'select pg_sleep(1)'];\n";
  files['tests/sync/fine.test.ts'] = "import { vi } from 'vitest';\nvi.useFakeTimers();\nsetTimeout(() => {}, 1);\n";
  files['tests/e2e/fine.spec.ts'] = "import { test } from '@playwright/test';\ntest.setTimeout(1);\n";
  files['src/data/fine.ts'] = "export const get = () => fetch('/x');\n";
  reports = await lintPlanted(files);
}, 60_000);

describe('the linter', () => {
  it.each(Object.entries(VIOLATIONS))('reports a violation of %s', (rule, [file]) => {
    expect(reports.get(file)?.join('\n')).toContain(rule);
  });

  it('reports every kind of sleep in tests, but no limit of a test and no fake timer', () => {
    const lines = reports
      .get('tests/sync/sleeps.pg.test.ts')
      ?.filter((report) => report.includes('rangeday(no-sleep)'));
    expect(lines?.map((report) => Number.parseInt(report, 10)).toSorted()).toEqual([1, 3, 4, 5, 5]);
    expect(reports.get('tests/sync/fine.test.ts')).toEqual([]);
    expect(reports.get('tests/e2e/fine.spec.ts')).toEqual([]);
  });

  it('reports nothing in code that follows the rules', () => {
    expect(reports.get('src/lib/fine.ts')).toEqual([]);
    expect(reports.get('src/data/fine.ts')).toEqual([]);
    expect(reports.get('src/data/replica/powersync-tables.ts')).toEqual([]);
  });
});
