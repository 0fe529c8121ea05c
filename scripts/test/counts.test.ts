import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { ROOT } from './command.ts';
import { playwrightOutcome, vitestOutcome } from './counts.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rangeday-report-'));
  path = join(folder, 'report.json');
});
afterEach(() => rm(folder, { recursive: true }));

it('names failed vitest tests and files that failed to load', async () => {
  const report = {
    numPassedTests: 7,
    numFailedTests: 1,
    numPendingTests: 2,
    testResults: [
      {
        name: join(ROOT, 'src/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'failed', fullName: 'adds one' },
          { status: 'passed', fullName: 'adds two' },
        ],
      },
      { name: join(ROOT, 'src/b.test.ts'), status: 'failed', assertionResults: [] },
      { name: join(ROOT, 'src/c.test.ts'), status: 'passed', assertionResults: [] },
    ],
  };
  await writeFile(path, JSON.stringify(report));
  expect(await vitestOutcome(path, { ok: false, output: 'all' })).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
    output: 'all',
    failures: ['src/a.test.ts › adds one', 'src/b.test.ts failed to load'],
  });
});

it('counts a run without a report, or one that exited badly, as one failure', async () => {
  expect(await vitestOutcome(path, { ok: true, output: '' })).toMatchObject({ passed: 0, failed: 1 });
  const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  await writeFile(path, JSON.stringify(report));
  expect(await vitestOutcome(path, { ok: false, output: '' })).toMatchObject({ passed: 7, failed: 1 });
});

it('names failed Playwright tests with the paths of their traces', async () => {
  const spec = (title: string, ok: boolean, paths: string[]) => ({
    title,
    ok,
    file: 'feed.spec.ts',
    line: 12,
    tests: [{ results: [{ attachments: paths.map((name) => ({ path: join(ROOT, name) })) }] }],
  });
  const inner = {
    title: 'pill',
    specs: [spec('counts', false, ['test-results/a/trace.zip']), spec('hides', true, [])],
  };
  const report = {
    config: { rootDir: join(ROOT, 'tests/e2e') },
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    suites: [{ title: 'feed.spec.ts', suites: [inner] }],
  };
  await writeFile(path, JSON.stringify(report));
  expect(await playwrightOutcome(path, { ok: false, output: '' })).toMatchObject({
    passed: 1,
    failed: 1,
    failures: ['tests/e2e/feed.spec.ts:12 › pill › counts', '  test-results/a/trace.zip'],
  });
});
