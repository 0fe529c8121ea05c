import { expect, test } from 'vitest';
import { schema } from './schema.ts';
import { tablesIn } from './tables-in.ts';

test('each table is found by its whole name, also in joins and subqueries', () => {
  const sql = `SELECT (SELECT count(*) FROM outbox x WHERE x.subject_id = p.id) FROM posts p LEFT JOIN post_stats s ON s.id = p.id`;
  expect(tablesIn(schema, sql).toSorted()).toEqual(['outbox', 'post_stats', 'posts']);
  expect(tablesIn(schema, 'SELECT id FROM listed_posts')).toEqual(['listed_posts']);
  expect(tablesIn(schema, 'SELECT 1')).toEqual([]);
});
