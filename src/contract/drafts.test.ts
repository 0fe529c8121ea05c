import { expect, test } from 'vitest';
import { isBlank, readFields } from './drafts.ts';

const ID = '018f0000-0000-7000-8000-000000000001';

test('a post of a former release has the same fields, and a written one stays as it is', () => {
  const former = {
    ...{ title: 'Steel', description: 'Two lines', visibility: 'chosen', chosen: `${ID} b`, gif: '/a.gif', video: ID },
    ...{ sticky: 'yes', poll: 'yes', poll_question: 'When?', poll_options: 'Sat\nSun', due: ID, due_photos: '3' },
  };
  const fields = {
    ...{
      title: 'Steel',
      description: 'Two lines',
      audience: 'chosen',
      chosen: [ID, 'b'],
      gif_url: '/a.gif',
      video: ID,
    },
    ...{ sticky: true, poll: { question: 'When?', options: ['Sat', 'Sun'], isOff: false }, due: { id: ID, photos: 3 } },
  };
  expect(readFields('post', former)).toEqual(fields);
  expect(readFields('post', fields)).toEqual(fields);
  expect(readFields('post', { poll: '', poll_question: 'When?', poll_options: 'Sat\nSun', due: '' })).toEqual({
    poll: { question: 'When?', options: ['Sat', 'Sun'], isOff: true },
  });
});

test('an edit of a former release has the same fields', () => {
  const former = {
    ...{
      title: 'Steel',
      gif: '',
      video: 'removed',
      removed: 'a b',
      order: 'b  a',
      sticky: 'no',
      'alt:a': 'Six plates',
    },
    ...{ poll: 'yes', poll_question: 'When?', poll_options: 'Sat\nSun' },
  };
  expect(readFields('edit', former)).toEqual({
    ...{ title: 'Steel', gif_url: '', removesVideo: true, removed_images: ['a', 'b'], order: ['b', '', 'a'] },
    ...{ sticky: false, alts: { a: 'Six plates' }, poll: { question: 'When?', options: ['Sat', 'Sun'] } },
  });
});

test('a profile of a former release has the same changes', () => {
  expect(readFields('profile', { text: '{"city":"Dayton"}' })).toEqual({ changes: { city: 'Dayton' } });
  expect(readFields('profile', { text: '{"city":"Day' })).toEqual({ changes: { about: '{"city":"Day' } });
});

test('what cannot be read becomes text of the form, an unreadable audience is nobody, and unknown fields stay', () => {
  expect(readFields('post', { title: 'Steel', poll: { question: 'When?', options: 'Sat' }, shape: 'round' })).toEqual({
    ...{ title: 'Steel', description: 'When?\nSat', shape: 'round' },
  });
  expect(readFields('post', { visibility: 'club members' })).toEqual({ audience: 'me' });
  expect(readFields('comment', { text: ['Half', { more: 'a comment' }] })).toEqual({ text: 'Half\na comment' });
  expect(readFields('message', 'Only words')).toEqual({ text: 'Only words' });
  for (const broken of [null, undefined, 7, [], {}]) expect(readFields('edit', broken)).toEqual({});
});

test.each([
  [{ poll: { question: '', options: ['', ''], isOff: true }, sticky: true }, true],
  [{ poll: { question: '', options: ['', 'Sun'] } }, false],
  [{ description: ' \n' }, true],
])('a post with %j is blank: %s', (fields, expected) => {
  expect(isBlank({ kind: 'post', fields, files: [] })).toBe(expected);
});
