import { expect, test } from 'vitest';
import { addEmbedHints, type ForeignKey } from './embed-hints.ts';

const key = (from: string, to: string, inPrimary = false): ForeignKey => ({
  name: `${from}_${to}_fkey`,
  from,
  to,
  inPrimary,
});

const KEYS = [
  key('posts', 'profiles'),
  key('images', 'posts'),
  key('images', 'profiles'),
  key('comments', 'posts'),
  key('comments', 'profiles'),
  key('likes', 'posts'),
  key('likes', 'comments'),
  key('likes', 'profiles'),
  key('readers', 'notes', true),
  key('readers', 'profiles', true),
  key('notes', 'profiles'),
];
const hinted = (select: string, table = 'posts') => addEmbedHints(KEYS, table, select);

test('names the only key that PostgREST finds, at every depth', () => {
  expect(hinted('id,profiles(username)')).toBe('id,profiles!posts_profiles_fkey(username)');
  expect(hinted('*, author:profiles!inner(a,"b,(c"),comments(id,profiles(id))')).toBe(
    '*, author:profiles!posts_profiles_fkey!inner(a,"b,(c"),comments!comments_posts_fkey(id,profiles!comments_profiles_fkey(id))',
  );
  expect(hinted('...profiles(username)')).toBe('...profiles!posts_profiles_fkey(username)');
});

test('leaves everything else as it is', () => {
  for (const select of [
    '',
    '*',
    'id,count()',
    'profiles!other_fkey(id)',
    'score.sum()',
    'unknown(id)',
    'profiles(',
    ')(,',
  ])
    expect(hinted(select)).toBe(select);
  // PostgREST finds two ways here, too.
  expect(hinted('profiles(id)', 'notes')).toBe('profiles(id)');
});
