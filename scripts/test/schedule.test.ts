import { expect, it } from 'vitest';

import { schedule } from './schedule.ts';
import type { Stage } from './stages.ts';

const stage = (name: string, kind: Stage['kind'], ...needs: string[]): Stage => ({
  name,
  about: '',
  kind,
  needs,
  run: () => Promise.reject(new Error('not called')),
});

/** Stages that end when the test says so. */
function start(stages: readonly Stage[]) {
  const ends = new Map<string, (ok: boolean) => void>();
  const begun: string[] = [];
  const over = schedule(stages, ({ name }) => {
    begun.push(name);
    return new Promise((resolve) => ends.set(name, resolve));
  });
  const end = async (name: string, ok = true): Promise<string[]> => {
    const before = begun.length;
    ends.get(name)!(ok);
    await new Promise(setImmediate);
    return begun.slice(before);
  };
  return { begun, over, end };
}

it('begins the longest stage once what it needs has passed, and fills both lanes meanwhile', async () => {
  const { begun, over, end } = start([
    stage('chromium', 'install'),
    stage('routes', 'check'),
    stage('build', 'check', 'routes'),
    stage('e2e', 'tests', 'build', 'chromium'),
    stage('types', 'check', 'routes'),
    stage('lint', 'check', 'routes'),
    stage('pg', 'tests', 'routes'),
  ]);
  expect(begun).toEqual(['chromium', 'routes']);
  expect(await end('routes')).toEqual(['build', 'types']);
  // No browser yet.
  expect(await end('build')).toEqual(['lint']);
  expect(await end('chromium')).toEqual([]);
  expect(await end('types')).toEqual(['e2e']);
  expect(await end('lint')).toEqual(['pg']);
  await end('pg');
  await end('e2e');
  await over;
});

it('skips what needs a stage that failed, and runs everything else', async () => {
  const { begun, over, end } = start([
    stage('build', 'check'),
    stage('e2e', 'tests', 'build'),
    stage('after', 'tests', 'e2e'),
    stage('types', 'check'),
    { ...stage('pg', 'tests', 'routes'), after: ['build'] },
    stage('unit', 'tests'),
  ]);
  expect(begun).toEqual(['build', 'types']);
  // It may build, too.
  expect(await end('types', false)).toEqual(['unit']);
  expect(await end('build', false)).toEqual(['pg']);
  await end('unit');
  await end('pg');
  await over;
  expect(begun).toEqual(['build', 'types', 'unit', 'pg']);
});
