import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excessIn, MOST_AT_ONCE, OPERATIONS } from './action-limits.ts';
import { CALL_LIMITS } from './crud-versions.ts';
import { editPictures } from './edited-pictures.ts';
import { MOST_REPORTS } from './moderation.ts';

test('the first operation too many is named', () => {
  const vote = { op: 'PUT', table: 'post_votes' } as const;
  expect(excessIn([vote])).toBeNull();
  expect(excessIn([vote, { op: 'PATCH', table: 'post_votes' }])).toBeNull();
  expect(excessIn([vote, vote])).toBe('PUT post_votes');
  expect(excessIn([{ op: 'PUT', table: 'unknown' }])).toBe('PUT unknown');
});

test('no kind has a limit above that of a whole action', () => {
  const limits = Object.values(OPERATIONS).flatMap((verbs) => Object.values(verbs));
  expect(Math.max(...limits)).toBe(MOST_AT_ONCE);
  expect(MOST_AT_ONCE).toBeLessThanOrEqual(CALL_LIMITS.ops);
  expect(MOST_REPORTS).toBeLessThanOrEqual(MOST_AT_ONCE);
});

test('any edit of the pictures of a post is within the limits', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const added = ['v', 'w', 'x', 'y', 'z'];
  const edits = fc.record({
    removed: fc.subarray(ids),
    added: fc.subarray(added),
    order: fc.shuffledSubarray([...ids, ...added]),
    described: fc.subarray(ids),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 5 }), edits, (count, edit) => {
      const before = ids.slice(0, count).map((id, position) => ({ id, position, url: `/${id}`, alt: null }));
      const room = 5 - (before.length - edit.removed.filter((id) => before.some((each) => each.id === id)).length);
      const { removed, moved, described } = editPictures(before, {
        removed_images: edit.removed,
        images: edit.added.slice(0, room).map((id) => ({ id })) as never,
        alts: Object.fromEntries(edit.described.map((id) => [id, 'new'])),
        order: edit.order,
      });
      // The first new picture may take one more step, when it waits for the last old one.
      expect(moved.length + described.length + 1).toBeLessThanOrEqual(OPERATIONS['post_images']?.PATCH ?? 0);
      expect(removed.length).toBeLessThanOrEqual(OPERATIONS['post_images']?.DELETE ?? 0);
    }),
  );
});
