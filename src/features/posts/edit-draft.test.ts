import { expect, test } from 'vitest';
import { audienceOfPost, editedPoll, keptOf, postPoll, toEdit } from './edit-draft.ts';
import { withPoll } from './post-draft.ts';

const post = { id: 'p', gif_url: '/a.gif', video_url: null, sticky: false, poll: null };
const picture = (id: string, position: number) => ({ id, position, url: `/${id}.jpg`, alt: null });

test('an edit has only the changes of the draft, and a pin only from members who may pin', () => {
  const words = { title: 'New', description: '' };
  expect(toEdit(words, post, true)).toEqual({ id: 'p', ...words });
  const text = { ...words, gif_url: '', removed_images: ['a', 'b'], sticky: true, alts: { c: 'A target' } };
  const edit = { id: 'p', ...words, gif_url: null, removed_images: ['a', 'b'], alts: { c: 'A target' } };
  expect(toEdit(text, post, false)).toEqual(edit);
  expect(toEdit(text, post, true)).toEqual({ ...edit, sticky: true });
});

test('the form shows the pictures that stay, with their new descriptions', () => {
  const text = { removed_images: ['a'], alts: { b: 'Bay 4' } };
  expect(keptOf(text, [picture('a', 0), picture('b', 2)])).toEqual([{ ...picture('b', 2), alt: 'Bay 4' }]);
});

test('a post shared with its author alone is called Only me', () => {
  const readers = { id: 'p', user_id: 'me', visibility: 'friends' };
  const audience = (shared_with: string | null) => audienceOfPost({ ...readers, shared_with });
  expect(audience(null)).toEqual({ audience: 'friends', chosen: 0 });
  expect(audience('["me"]')).toEqual({ audience: 'me', chosen: 0 });
  // The account of the chosen one was deleted.
  expect(audience('[]')).toEqual({ audience: 'me', chosen: 0 });
  expect(audience('["me","bob"]')).toEqual({ audience: 'chosen', chosen: 1 });
});

test('an edit has the order of its pictures, and the poll if it changes and has no votes', () => {
  const words = { title: 'New', description: '' };
  const [asked, voted] = ['[0,0]', '[0,1]'].map((counts) => ({
    ...post,
    poll: `["When?",["Sat","Sun"],${counts},null]`,
  }));
  const draft = { ...words, order: ['b', 'a'], ...withPoll({ question: 'When?', options: ['Sun', 'Sat', 'Mon'] }) };
  const poll = { question: 'When?', options: ['Sun', 'Sat', 'Mon'] };
  expect(toEdit(draft, asked ?? post, true)).toEqual({ id: 'p', ...words, order: ['b', 'a'], poll });
  expect(toEdit(draft, voted ?? post, true)).toEqual({ id: 'p', ...words, order: ['b', 'a'] });
  expect(toEdit(words, asked ?? post, true)).toEqual({ id: 'p', ...words });
  const stored = postPoll(asked ?? post);
  expect(stored && editedPoll({ poll: { question: 'Where?' } }, stored)).toEqual({
    question: 'Where?',
    options: ['Sat', 'Sun'],
  });
});

test('a video can be removed', () => {
  const words = { title: 'New', description: '' };
  const filmed = { ...post, video_url: '/a.mp4' };
  expect(toEdit(words, filmed, true)).toEqual({ id: 'p', ...words });
  expect(toEdit({ ...words, removesVideo: true }, filmed, true)).toEqual({ id: 'p', ...words, video_url: null });
  expect(toEdit({ ...words, removesVideo: true }, post, true)).toEqual({ id: 'p', ...words });
});
