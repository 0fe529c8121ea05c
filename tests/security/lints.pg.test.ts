import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';
import { ALLOWED } from './lints/allowed.ts';
import { PLANTED } from './lints/planted.ts';

// Our own versions of the checks that Supabase's advisors run on a hosted project, and some of ours, run on the
// migrations. Each lint is one select in lints/*.sql that returns findings; a finding is a fault unless allowed.ts has
// a reason for it.
const LINTS = readdirSync(join(import.meta.dirname, 'lints'))
  .filter((file) => file.endsWith('.sql'))
  .map((file) => file.replace(/\.sql$/, ''));

let scratch: ScratchDatabase;
let admin: pg.Client;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
});
afterAll(() => scratch.stop());

async function findings(lint: string): Promise<string[]> {
  const sql = readFileSync(join(import.meta.dirname, 'lints', `${lint}.sql`), 'utf8');
  return (await admin.query<{ finding: string }>(sql)).rows.map((row) => row.finding).toSorted();
}

describe.each(LINTS)('lint %s', (lint) => {
  test('reports only allowed findings, and every allowed finding still exists', async () => {
    expect(await findings(lint)).toEqual(Object.keys(ALLOWED[lint] ?? {}).toSorted());
  });

  test('finds a planted fault', async () => {
    const plant = PLANTED[lint];
    if (plant === undefined) throw new Error(`planted.ts has no fault for ${lint}.`);
    const before = await findings(lint);
    await admin.query('begin');
    try {
      await admin.query(plant.sql);
      const fresh = (await findings(lint)).filter((finding) => !before.includes(finding));
      expect(fresh).toEqual(plant.found);
    } finally {
      await admin.query('rollback');
    }
  });
});
