import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSearchIndex } from '#data/replica/search-index.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

/* A query with an unknown column only logs an error in the browser, and its screen stays empty. */

let me: SignedIn;
beforeAll(async () => {
  me = await signIn('00000000-0000-4000-8000-000000000001');
  await buildSearchIndex(me.db).built;
});
afterAll(() => me.close());

const isQuery = (value: unknown): value is string => typeof value === 'string' && /^\s*(SELECT|WITH)\b/.test(value);

/** Every exported query, by file and name. */
async function featureQueries(): Promise<[name: string, sql: string][]> {
  const files = globSync('src/features/*/*-sql.ts');
  const modules = await Promise.all(
    files.map(async (file) => [file, (await import(resolve(file))) as Record<string, unknown>] as const),
  );
  return modules.flatMap(([file, exported]) =>
    Object.entries(exported).flatMap(([name, value]) => {
      // One that takes the number of its rows.
      if (typeof value === 'function' && name.endsWith('Sql'))
        return [[`${file} ${name}`, (value as (count: number) => string)(20)] satisfies [string, string]];
      const values = typeof value === 'object' && value !== null ? Object.values(value) : [value];
      return values.filter(isQuery).map((sql): [string, string] => [`${file} ${name}`, sql]);
    }),
  );
}

test('SQLite accepts every query of a feature against the tables of the device', async () => {
  const queries = await featureQueries();
  expect(queries.length).toBeGreaterThan(40);
  const refused = await Promise.all(
    queries.map(([name, sql]) =>
      me.db.getAll(`EXPLAIN ${sql}`).then(
        () => null,
        (error: unknown) => `${name}: ${String(error)}`,
      ),
    ),
  );
  expect(refused.filter((one) => one !== null)).toEqual([]);
});
