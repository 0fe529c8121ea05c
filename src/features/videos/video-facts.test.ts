import { expect, test } from 'vitest';
import { problemOf, type VideoFacts } from './video-facts.ts';
import { metaOf, problemText } from './video-text.ts';

const problem = (isKnown: boolean, found: VideoFacts) => {
  const code = problemOf(isKnown, found);
  return code && problemText(code, found.size);
};

const facts = { seconds: 42.4, size: 64_800_000, width: 1920, height: 1080 };

test('the meta line has seconds, MB and orientation', () => {
  expect(metaOf(facts)).toBe('42 s · 61.8 MB · landscape');
  expect(metaOf({ ...facts, size: 52_428 })).toBe('42 s · 0.05 MB · landscape');
  expect(metaOf({ ...facts, size: 900 })).toBe('42 s · 0.01 MB · landscape');
  expect(metaOf({ ...facts, width: 1080, height: 1920 })).toBe('42 s · 61.8 MB · portrait');
  expect(metaOf({ ...facts, width: 1000, height: 1000 })).toBe('42 s · 61.8 MB · landscape');
});

test('a video is refused for its format, its size or its length, in the words of the specification', () => {
  expect(problem(true, facts)).toBeNull();
  expect(problem(true, { ...facts, size: 104_857_600, seconds: 90 })).toBeNull();
  expect(problem(false, { ...facts, size: 1e9 })).toBe('Unsupported video format.');
  expect(problem(true, { ...facts, size: 155_398_963, seconds: 99 })).toBe(
    'Video must be under 100MB. This one is 148.2MB.',
  );
  expect(problem(true, { ...facts, seconds: 90.1 })).toBe('Video must be 90 seconds or less.');
});

test('a video whose length the browser cannot read is one that it cannot play', () => {
  expect(problem(true, { ...facts, seconds: null })).toBe('Unsupported video format.');
});
