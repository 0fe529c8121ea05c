import { expect, test } from 'vitest';
import { type CommentRow, toComment } from './comment-row.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const row: CommentRow = {
  id: 'c',
  user_id: ME,
  parent_id: null,
  text: null,
  ...{
    image_url: null,
    image_width: null,
    image_height: null,
    image_alt: null,
    image_preview: null,
    image_missing: null,
  },
  created_at: '2026-11-21T10:00:00Z',
  updated_at: '2026-11-21T11:00:00Z',
  author: null,
  liked: 1,
  likes: -1,
  state: 'refused',
  last_error: 'No.',
  held_at: null,
  is_new: 1,
  hidden: null,
};

test('an own rejected comment shows its author, its reason and no negative count', () => {
  expect(toComment(row, { kind: 'member', userId: ME, username: 'alice' })).toMatchObject({
    text: '',
    author: { username: 'alice', rank: 0 },
    likes: 0,
    liked: true,
    isEdited: true,
    isNew: true,
    mine: true,
    refusal: 'No.',
  });
});

test('to another reader it is not their own, and a state of a newer release is ignored', () => {
  const other = toComment({ ...row, state: 'later' }, { kind: 'guest' });
  expect(other).toMatchObject({ author: { username: 'user_018f0000' }, mine: false, state: null, refusal: null });
});

test('an image whose file has not arrived is shown to its author only', () => {
  const pictured = { ...row, image_url: '/storage/v1/object/authenticated/comment-images/p/c/a.jpg', image_missing: 1 };
  expect(toComment(pictured, { kind: 'guest' }).images).toEqual([]);
  expect(toComment(pictured, { kind: 'member', userId: ME, username: 'alice' }).images).toHaveLength(1);
  expect(toComment({ ...pictured, image_missing: 0 }, { kind: 'guest' }).images).toHaveLength(1);
});
