import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The client tables that may contain each private column. Written by hand from docs/decisions/003 and compared with the
 * deployed file, so that a column added to src/contract/sync by mistake is detected.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  email: ['my_profile'],
  dob: ['my_profile'],
  privacy_settings: ['my_profile'],
  badges: ['my_profile'],
  first_name: ['my_profile', 'profiles_public'],
  last_name: ['my_profile', 'profiles_public'],
  city: ['my_profile', 'profiles_public'],
  state: ['my_profile', 'profiles_public'],
  role: ['my_profile', 'staff_members'],
  is_banned: ['my_profile', 'staff_members'],
  is_muted: ['my_profile', 'staff_members'],
  is_watched: [],
  client_id: ['managed_ads'],
  start_date: ['managed_ads'],
  end_date: ['managed_ads'],
  reporter_id: ['reports'],
  reporter_username: ['reports'],
  flagged_by: ['post_flags'],
  details: ['reports'],
  content: ['private_messages'],
  terms_version: [],
};

const FILE = join(import.meta.dirname, '../../sync-rules.yaml');
const SELECT = /^ +- SELECT (?<columns>.+?)\s+FROM (?<from>\w+)(?: AS (?<client>\w+))?/gm;

test('a private column is selected only into the client tables that may contain it', () => {
  const found = new Map<string, Set<string>>();
  let queries = 0;
  for (const { groups } of readFileSync(FILE, 'utf8').matchAll(SELECT)) {
    queries += 1;
    const table = groups?.client ?? groups?.from ?? '';
    for (const column of groups?.columns?.split(/[^\w*]+/) ?? []) {
      expect(column, `a query into ${table} selects every column`).not.toBe('*');
      if (column in ALLOWED) found.set(column, (found.get(column) ?? new Set()).add(table));
    }
  }
  expect(queries).toBe(readFileSync(FILE, 'utf8').match(/^ +- /gm)?.length);
  for (const [column, tables] of Object.entries(ALLOWED)) {
    expect([...(found.get(column) ?? [])].toSorted(), column).toEqual(tables);
  }
});
