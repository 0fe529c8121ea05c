import { expect, test } from 'vitest';
import { toFeedPost } from '#contract/feed-post.ts';
import { feedRowOf } from '#contract/testing/feed-row-of.ts';
import { linesOf, sentencesOf, spokenText } from './spoken-post.ts';

test('mentions, tags, links, marks and emoji are read in words', () => {
  expect(spokenText('Ask @old_kip, or see https://www.example.org/maps/7?x=1#a. #steel-challenge :clay:')).toBe(
    'Ask old kip, or see link to example.org. hashtag steel challenge clay',
  );
  expect(spokenText('Good 👍🏽! 🔥🔥🔥 and 🔥 🦆')).toBe('Good thumbs up! fire and fire emoji');
  expect(spokenText('5 of 10 at 25 m, 8* each')).toBe('5 of 10 at 25 m, 8* each');
});

test('a text is read in sentences of at most 150 characters, and no letter is lost', () => {
  expect(sentencesOf('Gate at 8. Coffee at 7:30!\n\nBring a chair')).toEqual([
    'Gate at 8.',
    'Coffee at 7:30!',
    'Bring a chair',
  ]);
  expect(sentencesOf('…\n***\n')).toEqual([]);
  const words = Array.from({ length: 90 }, (_, at) => `word${at}${at % 20 === 19 ? ',' : ''}`).join(' ');
  const unspaced = '👩‍🚒'.repeat(20) + '弾'.repeat(400);
  for (const text of [words, unspaced]) {
    const lines = sentencesOf(text);
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(150);
    expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
    expect(lines.every((line) => line.isWellFormed())).toBe(true);
  }
});

const readWithPoll = (poll: string) =>
  linesOf(
    toFeedPost(
      feedRowOf({
        ...{ id: 'p1', user_id: 'u1', title: 'Fog', description: 'It lifted. We shot.' },
        author: { username: 'marge_b' },
        poll,
        images: '[{"url":"/a.jpg","alt":"Six plates on a rail"},{"url":"/b.jpg","alt":null}]',
        video_url: '/v.mp4',
      }),
      { kind: 'guest' },
    ),
  );

test('a post is read as author, title, text, poll with counts, described pictures, and the kind of a clip', () => {
  expect(readWithPoll('["Again on Sunday?",["Yes","No 👎"],[3,1],0]')).toEqual([
    'marge b.',
    'Fog',
    'It lifted.',
    'We shot.',
    'Poll: Again on Sunday?',
    'Yes: 3 votes.',
    'No thumbs down: 1 vote.',
    'Picture: Six plates on a rail',
    'A video.',
  ]);
});

test('the result of a poll is read to those only who have voted, as it is shown', () => {
  const lines = readWithPoll('["Again on Sunday?",["Yes","No 👎"],[3,1],null]');
  expect(lines).toContain('Yes');
  expect(lines.join(' ')).not.toMatch(/votes?\b/);
});
