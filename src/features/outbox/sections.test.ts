import { expect, test } from 'vitest';
import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import type { StoredAction } from './queries.ts';
import { countKinds, toSections } from './sections.ts';

let last = 0;
const item = (kind: string, state: StoredAction['state'] = 'queued'): StoredAction => ({
  action_id: String((last += 1)),
  kind,
  entity_id: 'e',
  subject_id: null,
  state,
  label: kind,
  about: null,
  bytes: 1,
  input: null,
  created_at: '2026-11-21T10:00:00Z',
  sent_at: null,
  attempts: 0,
  last_error: null,
  blocked_by: null,
  uncertain: 0,
  is_local: null,
  discard_at: null,
  ops: [],
});

test('sections are in the order rejected, sending, queued, sent', () => {
  const sections = toSections([
    item('post', 'sent'),
    item('post'),
    item('comment', 'refused'),
    item('message', 'sending'),
  ]);
  expect(sections.map(({ state, count }) => [state, count])).toEqual([
    ['refused', 1],
    ['sending', 1],
    ['queued', 1],
    ['sent', 1],
  ]);
});

test('votes share a line, actions with text or a rejection never do', () => {
  const votes = Array.from({ length: 40 }, () => item('vote'));
  const refused = Array.from({ length: 4 }, () => item('vote', 'refused'));
  const sections = toSections([
    ...votes,
    ...refused,
    item('post'),
    item('post'),
    item('post'),
    item('like'),
    item('like'),
  ]);
  const shape = sections.map(({ groups }) => groups.map(({ items }) => items.length));
  expect(shape).toEqual([
    [1, 1, 1, 1],
    [40, 1, 1, 1, 1, 1],
  ]);
});

test('the summary counts actions by kind', () => {
  const items = [item('post'), item('vote'), item('post'), item('later-than-us')];
  expect(countKinds(items, outboxScreenCopy.many)).toEqual(['2 posts', '1 vote', '1 entry']);
});

test('every kind has a text, also without the name of its subject', () => {
  expect(outboxScreenCopy.heading('vote', 'up', 'Zeroed at 100')).toBe('Vote up on “Zeroed at 100”');
  expect(outboxScreenCopy.heading('friend_request', '', '@ann')).toBe('Friend request to @ann');
  expect(outboxScreenCopy.line('comment', 'Zeroed at 100')).toBe('Comment on “Zeroed at 100”');
  expect(outboxScreenCopy.line('message', '@bob')).toBe('Message to @bob');
  expect(outboxScreenCopy.heading('comment', 'What paint?', 'Zeroed')).toBe('What paint?');
  expect(outboxScreenCopy.heading('from_a_later_release', '', null)).toBe('Entry');
  expect(outboxScreenCopy.line('edit_post', null)).toBe('Edit of a post');
});
