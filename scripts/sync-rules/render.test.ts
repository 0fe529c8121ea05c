import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CLIENT_TABLES } from '#contract/sync/client-tables.ts';
import { renderSyncRules } from './render.ts';
import { rows } from './stream.ts';

const FILE = readFileSync(join(import.meta.dirname, '../../sync-rules.yaml'), 'utf8');

test('sync-rules.yaml is up to date', () => {
  expect(FILE === renderSyncRules(), 'sync-rules.yaml is out of date. Run: npm run sync-rules').toBe(true);
});

test('every client table is filled by a stream, except those that are only written', () => {
  const unfilled = Object.keys(CLIENT_TABLES).filter((name) => !new RegExp(`FROM (\\w+ AS )?${name}\\b`).test(FILE));
  expect(unfilled).toEqual(['post_removals']);
});

test.each(["name = 'a: b'", "name = 'a #b'"])('a query that YAML would cut off is refused: %s', (where) => {
  const streams = { one: { queries: [rows('tags', where)] } };
  expect(() => renderSyncRules([{ streams }])).toThrow(where);
});
