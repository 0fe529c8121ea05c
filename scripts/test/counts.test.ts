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
          { status: 'failed', fullName: 'adds one', failureMessages: ['expected 1', 'at a.test.ts'] },
          { status: 'passed', fullName: 'adds two' },
        ],
      },
      { name: join(ROOT, 'src/b.test.ts'), status: 'failed', message: 'no such module', assertionResults: [] },
      { name: join(ROOT, 'src/c.test.ts'), status: 'passed', assertionResults: [] },
    ],
  };
  await writeFile(path, JSON.stringify(report));
  expect(await vitestOutcome(path, { ok: false, output: 'all' })).toEqual({
    passed: 7,
    failed: 2,
    skipped: 2,
    output: 'all',
    failures: [
      {
        name: 'src/a.test.ts › adds one',
        file: 'src/a.test.ts',
        reason: 'expected 1\nat a.test.ts',
        attachments: [],
      },
      { name: 'src/b.test.ts', file: 'src/b.test.ts', reason: 'no such module', attachments: [] },
    ],
    passedTests: new Map([
      ['src/a.test.ts › adds two', []],
      ['src/c.test.ts', []],
    ]),
  });
});

it('counts a run without a report, or one that exited badly, as one failure', async () => {
  expect(await vitestOutcome(path, { ok: true, output: '' })).toMatchObject({ passed: 0, failed: 1 });
  const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, testResults: [] };
  await writeFile(path, JSON.stringify(report));
  expect(await vitestOutcome(path, { ok: false, output: '' })).toMatchObject({ passed: 7, failed: 1 });
});

it('names failed Playwright tests with the paths of their traces, and tells passed from skipped ones', async () => {
  const spec = (title: string, ok: boolean, status: string, paths: string[]) => ({
    title,
    ok,
    file: 'feed.spec.ts',
    line: 12,
    tests: [
      {
        status,
        results: [
          { attachments: paths.map((name) => ({ path: join(ROOT, name) })), errors: ok ? [] : [{ message: 'two' }] },
        ],
      },
    ],
  });
  const inner = {
    title: 'pill',
    specs: [
      spec('counts', false, 'unexpected', ['test-results/a/trace.zip']),
      spec('hides', true, 'expected', ['test-results/b/trace.zip']),
      spec('waits', true, 'skipped', []),
    ],
  };
  const report = {
    config: { rootDir: join(ROOT, 'tests/e2e') },
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 1 },
    suites: [{ title: 'feed.spec.ts', suites: [inner] }],
  };
  await writeFile(path, JSON.stringify(report));
  expect(await playwrightOutcome(path, { ok: false, output: '' })).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [
      {
        name: 'tests/e2e/feed.spec.ts:12 › pill › counts',
        file: 'tests/e2e/feed.spec.ts',
        reason: 'two',
        attachments: ['test-results/a/trace.zip'],
      },
    ],
    passedTests: new Map([['tests/e2e/feed.spec.ts:12 › pill › hides', ['test-results/b/trace.zip']]]),
  });
});
