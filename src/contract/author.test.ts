import { expect, test } from 'vitest';
import { readAuthor } from './author.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const GUEST = { kind: 'guest' } as const;
const CARD = { username: 'alice', profile_image_url: '/a.webp', rank: 2 };

test('JSON text of the replica and an object of the server give the same author', () => {
  expect(readAuthor(JSON.stringify(CARD), ME, GUEST)).toMatchObject(CARD);
  expect(readAuthor(CARD, ME, GUEST)).toMatchObject(CARD);
});

test('an author that has not synced has the name of a new profile, no picture and the lowest rank', () => {
  expect(readAuthor(null, ME, GUEST)).toMatchObject({ username: 'user_018f0000', profile_image_url: null, rank: 0 });
});

test('the reader’s own rows show the session’s username before the profile has synced', () => {
  expect(readAuthor(null, ME, { kind: 'member', userId: ME, username: 'alice' }).username).toBe('alice');
  expect(readAuthor(null, ME, { kind: 'member', userId: ME, username: null }).username).toBe('user_018f0000');
  expect(readAuthor(null, ME, { kind: 'member', userId: 'other', username: 'bob' }).username).toBe('user_018f0000');
});
