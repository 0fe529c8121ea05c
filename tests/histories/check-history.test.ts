import { expect, test } from 'vitest';
import { checkHistory } from './support/check-history.ts';
import type { History, Read, Rule, Stored, Trouble, Write } from './support/history.ts';
import type { Order, Seen, SeenPost } from './support/protocol.ts';

/*
 * A small history that is right, and the same one with a fault of each kind, which the checker must find. Times are in
 * seconds here.
 */

const [ANN, BOB] = ['ann', 'bob'];
const POST = 'post-1';
const COMMENT = 'comment-1';
const MESSAGE = 'message-1';

const write = (phone: number, order: Order, at: number, id?: string): Write => ({
  ...{ phone, order, began: at * 1000, ended: at * 1000 + 10, ok: true },
  ...(id !== undefined && { id }),
});
const shown: SeenPost = {
  ...{ id: POST, title: 'h1 v0', poll: 'there', score: 0, comments: 0, vote: 0, version: 0, isShared: true },
};
const read = (phone: number, at: number, seen: Partial<Seen> = {}): Read => ({
  ...{ phone, began: at * 1000, ended: at * 1000 + 5 },
  seen: { posts: [], comments: [], messages: [], unconfirmed: 0, refused: [], ...seen },
});

const comments = [{ id: COMMENT, text: 'h2' }];
const messages = [{ id: MESSAGE, text: 'h3' }];
const last: SeenPost = { ...shown, title: 'h1 v1', score: 1, comments: 1, version: 2 };

/** Ann posts with a poll, Bob comments, votes and writes to her, and she edits. */
const right = {
  members: [ANN, BOB],
  writes: [
    write(0, { write: 'post', text: 'h1 v0', hasPoll: true }, 1, POST),
    write(1, { write: 'comment', target: POST, text: 'h2' }, 3, COMMENT),
    write(1, { write: 'vote', target: POST, value: 1 }, 4),
    write(1, { write: 'message', target: ANN, text: 'h3' }, 5, MESSAGE),
    write(0, { write: 'edit', target: POST, text: 'h1 v1' }, 7, POST),
  ] as Write[],
  reads: [
    read(0, 0),
    read(0, 2, { posts: [shown], unconfirmed: 1 }),
    read(0, 6, { posts: [{ ...shown, comments: 1, version: 1 }], comments, messages }),
    read(0, 9, { posts: [last], comments, messages }),
    read(1, 2, { posts: [shown] }),
    read(1, 4.5, { posts: [{ ...shown, comments: 1, score: 1, vote: 1, version: 1 }], comments, unconfirmed: 2 }),
    read(1, 9, { posts: [{ ...last, vote: 1 }], comments, messages }),
  ] as Read[],
  troubles: [] as Trouble[],
  stored: {
    posts: [{ id: POST, title: 'h1 v1', poll: true, score: 1, comments: 1 }],
    comments,
    messages,
    votes: [{ post: POST, member: BOB, value: 1 }],
    notifications: [{ text: 'h2', recipient: ANN }],
  } as Stored,
} satisfies History;

const rulesOf = (history: History): Rule[] => [...new Set(checkHistory(history).map(({ rule }) => rule))];
/** With another read in this place. */
const withRead = (index: number, seen: Partial<Seen>): History => ({
  ...right,
  reads: right.reads.map((each, at) => (at === index ? { ...each, seen: { ...each.seen, ...seen } } : each)),
});
const withStored = (stored: Partial<Stored>): History => ({ ...right, stored: { ...right.stored, ...stored } });

test('a history that is right has no faults', () => {
  expect(checkHistory(right)).toEqual([]);
});

const FAULTS: Record<string, [Rule, History]> = {
  'an own post that is gone': ['read your writes', withRead(1, { posts: [] })],
  'an own edit that is gone': ['read your writes', withRead(3, { posts: [{ ...last, title: 'h1 v0' }] })],
  'an own comment that is gone': ['read your writes', withRead(6, { comments: [] })],
  'an own message that is gone': ['read your writes', withRead(6, { messages: [] })],
  'an own vote that is gone': ['read your writes', withRead(6, { posts: [last] })],
  'a post that disappears': ['monotonic reads', withRead(6, { posts: [] })],
  'an older text after a newer one': [
    'monotonic reads',
    {
      ...right,
      reads: [...right.reads, read(1, 10, { posts: [{ ...last, title: 'h1 v0', vote: 1 }], comments, messages })],
    },
  ],
  'an older count after a newer one': ['monotonic reads', withRead(6, { posts: [{ ...last, vote: 1, version: 0 }] })],
  'a comment that disappears': ['monotonic reads', withRead(3, { comments: [] })],
  'a score that nobody gave': [
    'counts',
    withRead(2, { posts: [{ ...shown, score: 2, comments: 1, version: 1 }], unconfirmed: 1 }),
  ],
  'a score without the own vote': [
    'counts',
    withRead(5, { posts: [{ ...shown, comments: 1, score: 0, vote: 1, version: 1 }] }),
  ],
  'two counts of one version': ['counts', withRead(3, { posts: [{ ...last, score: 0 }] })],
  'a post without its poll': ['atomic actions', withRead(4, { posts: [{ ...shown, poll: 'missing' }] })],
  'a poll that was never written': ['atomic actions', withRead(4, { posts: [{ ...shown, poll: 'none' }] })],
  'a comment before an earlier one': [
    'order of writes',
    {
      ...right,
      writes: right.writes.toSpliced(1, 0, write(1, { write: 'comment', target: POST, text: 'h0' }, 2.5, 'comment-0')),
    },
  ],
  'a write that the server lacks': ['exactly once', withStored({ comments: [] })],
  'a write that the server has twice': [
    'exactly once',
    withStored({ comments: [...comments, { id: 'comment-2', text: 'h2' }] }),
  ],
  'a write of nobody': ['exactly once', withStored({ messages: [...messages, { id: 'message-2', text: 'h9' }] })],
  'a vote that the server lacks': ['exactly once', withStored({ votes: [] })],
  'an edit that the server lacks': [
    'exactly once',
    withStored({ posts: [{ ...right.stored.posts[0]!, title: 'h1 v0' }] }),
  ],
  'a notification that was sent twice': [
    'exactly once',
    withStored({ notifications: [...right.stored.notifications, ...right.stored.notifications] }),
  ],
  'a count that is not the sum of its votes': [
    'counts',
    withStored({ posts: [{ ...right.stored.posts[0]!, score: 2 }] }),
  ],
  'an action that was refused': ['exactly once', withRead(6, { refused: ['h2: You are muted.'] })],
  'a message that takes two minutes': [
    'no stall',
    {
      ...right,
      reads: right.reads.map((each, at) =>
        at === 2
          ? read(0, 6, { ...each.seen, messages: [] })
          : at === 3
            ? { ...each, began: 120_000, ended: 120_005 }
            : each,
      ),
    },
  ],
};

test.each(Object.entries(FAULTS))('finds %s', (_, [rule, history]) => {
  expect(rulesOf(history)).toContain(rule);
});

test('a write may take long while its reader is cut off', () => {
  const [, history] = FAULTS['a message that takes two minutes']!;
  const trouble = { what: 'cut', phone: 0, from: 5000, until: 100_000 };
  expect(rulesOf({ ...history, troubles: [trouble] })).toEqual([]);
  expect(rulesOf({ ...history, troubles: [{ ...trouble, phone: 1, until: 8000 }] })).toEqual(['no stall']);
});

test('what a killed phone did not tell may have been written or not', () => {
  const [post, comment, ...rest] = right.writes;
  const open = { phone: 1, order: comment!.order, began: comment!.began };
  const history = { ...right, writes: [post!, open, ...rest] };
  expect(rulesOf(history)).toEqual([]);
  expect(rulesOf({ ...history, stored: { ...right.stored, comments: [] } })).toEqual([]);
});
