import { expect, test } from 'vitest';
import { metaOf, problemOf } from './video-facts.ts';

const facts = { seconds: 42.4, size: 64_800_000, width: 1920, height: 1080 };

test('the meta line has seconds, MB and orientation', () => {
  expect(metaOf(facts)).toBe('42 s · 61.8 MB · landscape');
  expect(metaOf({ ...facts, width: 1080, height: 1920 })).toBe('42 s · 61.8 MB · portrait');
  expect(metaOf({ ...facts, width: 1000, height: 1000 })).toBe('42 s · 61.8 MB · landscape');
});

test('a video is refused for its format, its size or its length, in the words of the specification', () => {
  expect(problemOf(true, facts)).toBeNull();
  expect(problemOf(true, { ...facts, size: 104_857_600, seconds: 90 })).toBeNull();
  expect(problemOf(false, { ...facts, size: 1e9 })).toBe('Unsupported video format.');
  expect(problemOf(true, { ...facts, size: 155_398_963, seconds: 99 })).toBe(
    'Video must be under 100MB. This one is 148.2MB.',
  );
  expect(problemOf(true, { ...facts, seconds: 90.1 })).toBe('Video must be 90 seconds or less.');
});

test('a video whose length the browser cannot read is one that it cannot play', () => {
  expect(problemOf(true, { ...facts, seconds: null })).toBe('Unsupported video format.');
});
