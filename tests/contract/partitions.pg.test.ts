import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScopedParameterLookup } from '@powersync/service-sync-rules';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClientTable } from '#contract/sync/client-table.ts';
import { CLIENT_TABLES } from '#contract/sync/client-tables.ts';
import { seedScale } from '../../local/seed/scale/scale.ts';
import { seed } from '../../local/seed/seed.ts';
import { readCatalog } from '../../local/sync/catalog.ts';
import type { Catalog } from '../../local/sync/catalog.ts';
import { readRows } from '../../local/sync/partition-reader.ts';
import { PartitionRows } from '../../local/sync/partition-rows.ts';
import { PartitionIndex } from '../../local/sync/partitions.ts';
import type { Partition } from '../../local/sync/partitions.ts';
import { compileRules, RowEvaluator } from '../../local/sync/rules.ts';
import type { CompiledRules } from '../../local/sync/rules.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

const FILE = join(import.meta.dirname, '../../sync-rules.yaml');

let scratch: ScratchDatabase;
let client: pg.Client;
let catalog: Catalog;
let compiled: CompiledRules;
let evaluator: RowEvaluator;
/** Partition → the rows that the evaluator puts into it, from all rows of the database. */
const whole = new Map<string, string[]>();
const partitions: Partition[] = [];
/** The seed writes no rows of these tables. */
const NOT_SEEDED = [
  'author_pages',
  'reading_places',
  'notification_settings',
  'blocks',
  'mutes',
  'account_deletions',
  'write_rejections',
  'member_flags',
  'post_flags',
  'post_removals',
  'reports',
];
/** Each of 40 members saves a post: the streams of saved posts get partitions too. */
const SAVE_POSTS = `
  insert into public.saved_posts (post_id, user_id)
  select post.id, member.id from (select id, row_number() over (order by id) as place from public.profiles) member
  join (select id, row_number() over (order by id) as place from public.posts) post using (place) where place <= 40`;
/** What 40 members left on a post within the pause of the counts. */
const LEAVE_COUNTS = `insert into own_counts (owner_id, id, score, comment_count, version)
  select p.id, (select id from posts limit 1), 1, 0, 1 from (select id from profiles order by id limit 40) p`;
/** Client table → one synced row from each source, as JSON. */
const samples = new Map<string, Map<string, string>>();

beforeAll(async () => {
  scratch = await startScratchDatabase();
  await seed({ databaseUrl: scratch.url, log: () => undefined }, 'week');
  await seedScale({ databaseUrl: scratch.url, members: 45, posts: 250, progress: () => undefined });
  client = new pg.Client({ connectionString: scratch.url, types: { getTypeParser: () => (text: string) => text } });
  await client.connect();
  await client.query(SAVE_POSTS);
  await client.query(LEAVE_COUNTS);
  catalog = await readCatalog(client);
  compiled = compileRules(readFileSync(FILE, 'utf8'), catalog, 1, 'sync-rules.yaml');
  evaluator = new RowEvaluator(compiled.rules, (sentence) => expect.fail(sentence));
  const index = new PartitionIndex(compiled);
  const put = (id: string, entry: string, make: () => Partition): void => {
    const known = whole.get(id);
    if (known) known.push(entry);
    else {
      whole.set(id, [entry]);
      partitions.push(make());
    }
  };
  for (const layout of catalog.tables.values()) {
    const { rows } = await client.query<(string | null)[]>({
      text: `select ${layout.columns.map(({ name }) => `"${name}"`).join()} from ${layout.key}`,
      rowMode: 'array',
    });
    for (const values of rows) {
      const { outputs, lookups } = evaluator.evaluate(catalog, layout, values);
      for (const { bucket, type, id, data } of outputs) {
        put(bucket, `${layout.key} ${type} ${id} ${data}`, () => index.bucket(bucket));
        samples.set(type, (samples.get(type) ?? new Map()).set(bucket.replace(/\[.*/, ''), data));
      }
      for (const { lookup, rows: found } of lookups)
        put(lookup, `${layout.key} ${JSON.stringify(found, plain)}`, () => index.lookup(lookupOf(lookup)));
    }
  }
}, 120_000);
afterAll(async () => {
  await client.end();
  await scratch.stop();
});

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);

function lookupOf(serialized: string): ScopedParameterLookup {
  const [lookupName, queryId, ...values] = JSON.parse(serialized) as [string, string, ...string[]];
  const source = compiled.rules.bucketParameterLookupSources.find(
    ({ sourceId }) => sourceId.lookupName === lookupName && sourceId.queryId === queryId,
  );
  if (!source) throw new Error(`no lookup ${lookupName} ${queryId}`);
  return ScopedParameterLookup.direct({ lookupName, queryId, source }, values);
}

async function read(wanted: Partition[]): Promise<Map<string, string[]>> {
  const rows = new PartitionRows(evaluator, wanted);
  for await (const batch of readRows(client, catalog, wanted)) {
    for (const { layout, values } of batch) rows.add(catalog, layout, values);
  }
  const found = new Map<string, string[]>(wanted.map(({ id }) => [id, []]));
  for (const { layout, evaluated } of rows) {
    for (const { bucket, type, id, data } of evaluated.outputs)
      found.get(bucket)?.push(`${layout.key} ${type} ${id} ${data}`);
    for (const { lookup, rows: parameters } of evaluated.lookups)
      found.get(lookup)?.push(`${layout.key} ${JSON.stringify(parameters, plain)}`);
  }
  return found;
}

test('the seed reaches nearly every bucket and lookup of the rules', () => {
  const reached = new Set(partitions.map(({ source }) => source));
  const all = compiled.plan.buckets.length + compiled.plan.parameterIndexes.length;
  expect(all).toBeGreaterThan(30);
  expect(reached.size).toBeGreaterThan(all * 0.8);
});

test('rows of every stream have the columns of their client table, with values of the declared types', () => {
  const tables: Readonly<Record<string, ClientTable>> = CLIENT_TABLES;
  expect(Object.keys(tables).filter((name) => !samples.has(name))).toEqual(NOT_SEEDED);
  for (const [table, rows] of samples) {
    const columns = tables[table]?.columns ?? {};
    for (const [bucket, json] of rows) {
      const row = JSON.parse(json) as Record<string, unknown>;
      expect(Object.keys(row), `${bucket} ${table}`).toEqual(['id', ...Object.keys(columns)]);
      for (const [name, type] of Object.entries(columns)) {
        const value = row[name];
        if (value !== null)
          expect(typeof value, `${bucket} ${table}.${name}`).toBe(type === 'text' ? 'string' : 'number');
      }
    }
  }
});

test('the Postgres query of a bucket or lookup returns exactly the rows that the evaluator puts into it', async () => {
  const found = await read(partitions);
  expect(found.size).toBe(whole.size);
  for (const [id, entries] of whole) expect(found.get(id)?.toSorted(), id).toEqual(entries.toSorted());
}, 60_000);

test('a sample of buckets and lookups, queried one by one, returns the same', async () => {
  const sample = partitions.filter((_, at) => at % Math.ceil(partitions.length / 150) === 0);
  for (const partition of sample) {
    const found = await read([partition]);
    expect(found.get(partition.id)?.toSorted(), partition.id).toEqual(whole.get(partition.id)?.toSorted());
  }
}, 60_000);

test('keys that no row can have are queried without an error', async () => {
  const index = new PartitionIndex(compiled);
  const unknownKeys = partitions
    .filter(
      ({ kind, values }, at, all) =>
        kind === 'bucket' && values.length > 0 && all.findIndex((one) => one.source === partitions[at]?.source) === at,
    )
    .flatMap(({ id, values }) =>
      ['"no uuid"', '1.5', '9007199254740993', '"\\u0000"', 'null', '"A\'; drop table posts"', '"ÄÖ"'].map((value) =>
        index.bucket(`${id.slice(0, id.indexOf('['))}[${values.map(() => value).join()}]`),
      ),
    );
  expect(unknownKeys.length).toBeGreaterThan(50);
  for (const entries of (await read(unknownKeys)).values()) expect(entries).toEqual([]);
});
