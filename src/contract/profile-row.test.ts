import { expect, test } from 'vitest';
import { postsToNextRank, rankOf, readPrivacy } from './profile-row.ts';

test('ranks change at 1, 10, 25 and 50 posts', () => {
  expect([0, 1, 9, 10, 24, 25, 49, 50, 5000].map(rankOf)).toEqual([0, 1, 1, 2, 2, 3, 3, 4, 4]);
  expect([0, 9, 21, 49, 50].map(postsToNextRank)).toEqual([1, 1, 4, 1, null]);
});

test('only fields that are marked private are private', () => {
  expect(readPrivacy('{"city": true, "state": false, "dob": true}')).toEqual(['city']);
  expect(readPrivacy(null)).toEqual([]);
});
