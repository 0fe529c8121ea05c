import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SqlSyncRules } from '@powersync/service-sync-rules';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { layoutOf } from './catalog.ts';
import { KeptPlan } from './kept-plan.ts';
import { compileRules, RowEvaluator } from './rules.ts';

const TEXT = 25;
const RULES = `config:
  edition: 3
streams:
  mine:
    auto_subscribe: true
    query: SELECT id, title FROM posts WHERE user_id = auth.user_id()
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rangeday-plan-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function start(rules: string, columns = ['id', 'title', 'user_id']) {
  const layout = layoutOf(
    'public',
    'posts',
    columns.map((name) => ({ name, typeOid: TEXT })),
    ['id'],
  );
  const catalog = {
    types: new Map([[TEXT, { kind: 'scalar', name: 'text' } as const]]),
    tables: new Map([[layout.key, layout]]),
    keyless: new Set<string>(),
  };
  const compiler = vi.spyOn(SqlSyncRules, 'fromYaml');
  const { rules: hydrated } = compileRules(rules, catalog, 1, 'sync-rules.yaml', new KeptPlan(folder));
  const compiled = compiler.mock.calls.length;
  compiler.mockRestore();
  const evaluator = new RowEvaluator(hydrated, (sentence) => expect.fail(sentence));
  return { compiled, evaluated: evaluator.evaluate(catalog, layout, ['p', 'Fog', 'ann']) };
}

test('rules are compiled at the first start, and again when they or the tables change', () => {
  const first = start(RULES);
  expect(first.compiled).toBe(1);
  expect(first.evaluated.outputs).toMatchObject([{ type: 'posts', id: 'p', data: '{"id":"p","title":"Fog"}' }]);
  expect(start(RULES)).toEqual({ ...first, compiled: 0 });
  expect(start(RULES, ['id', 'title', 'user_id', 'text']).compiled).toBe(1);
  expect(start(RULES.replace(', title', '')).evaluated.outputs).toMatchObject([{ data: '{"id":"p"}' }]);
});
