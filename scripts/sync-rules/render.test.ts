import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BaseJwtPayload,
  RequestParameters,
  SqlSyncRules,
  versionedHydrationState,
} from '@powersync/service-sync-rules';
import { expect, test } from 'vitest';
import { CLIENT_TABLES } from '#contract/sync/client-tables.ts';
import { renderSyncRules } from './render.ts';
import { rows } from './stream.ts';

const MEMBER = '11111111-1111-4111-8111-111111111111';
const GUEST_AUDIENCE = 'rangeday-sync';
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

// Compiling takes a second, and a query leaves nothing in the rules.
const rules = SqlSyncRules.fromYaml(FILE, { defaultSchema: 'public', throwOnError: true }).config.hydrate({
  hydrationState: versionedHydrationState(1),
  sqlite: null,
});

/**
 * What a token may look up and hold, with every stream requested. The parameters and all rows found name the member.
 */
async function reach(claims: { sub: string; aud: unknown }): Promise<string[]> {
  const parameters = { user_id: MEMBER, author_id: MEMBER, post_id: 'p', list: 'l', page: 1, username: 'u' };
  const subscription = { opaque_id: 0, parameters, priorityOverride: null };
  const { querier } = rules.getBucketParameterQuerier({
    globalParameters: new RequestParameters(new BaseJwtPayload(claims), {}),
    hasDefaultStreams: true,
    streams: Object.fromEntries(rules.bucketSourceDefinitions.map(({ name }) => [name, [subscription]])),
  });
  const lookups: string[] = [];
  const found = await querier.queryDynamicBucketDescriptions({
    getParameterSets: async (wanted) => {
      lookups.push(...wanted.map((lookup) => lookup.serializedRepresentation));
      return wanted.map((lookup) => ({ lookup, rows: [{ '0': MEMBER }] }));
    },
  });
  return [...new Set([...lookups, ...[...querier.staticBuckets, ...found].map(({ bucket }) => bucket)])].toSorted();
}

test.each([GUEST_AUDIENCE, [GUEST_AUDIENCE, 'authenticated'], undefined])(
  'a token for the audience %j reaches what guests reach, even if it names a member',
  async (aud) => {
    const guests = await reach({ sub: 'guest', aud: GUEST_AUDIENCE });
    expect(await reach({ sub: MEMBER, aud })).toEqual(guests);
    expect((await reach({ sub: MEMBER, aud: 'authenticated' })).length).toBeGreaterThan(guests.length + 20);
  },
);

test('an OR that could go around the check of the audience is refused', () => {
  const render = (where: string) => renderSyncRules([{ streams: { one: { queries: [rows('blocks', where)] } } }]);
  expect(() => render('user_id = auth.user_id() OR id IS NOT NULL')).toThrow('parentheses');
  expect(render('(user_id = auth.user_id() OR blocked_id = auth.user_id())')).toContain('authenticated');
});
