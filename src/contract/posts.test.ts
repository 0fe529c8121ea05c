import { expect, test } from 'vitest';
import { CreatePost } from './posts.ts';
import { countCharacters } from './text.ts';

const post = (description: string) => CreatePost.safeParse({ title: '', description, visibility: 'public' });

test('the limit counts characters as Postgres does, not halves of emoji', () => {
  expect(countCharacters(' 🎯🎯 ')).toBe(2);
  expect(post('🎯'.repeat(10_000)).success).toBe(true);
  expect(post('🎯'.repeat(10_001)).error?.issues[0]?.message).toBe('too_long');
});
