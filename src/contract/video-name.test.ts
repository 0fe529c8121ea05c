import { expect, test } from 'vitest';
import { writePreview } from './video-preview.ts';
import { readVideoName, videoIdOf, videoName } from './video-name.ts';

const ID = '018f0000-0000-7000-8000-000000000001';
const facts = { width: 1080, height: 1920, seconds: 42, bytes: 9_100_000, preview: '' };
const FOLDER = '/storage/v1/object/public/public-videos/018f0000-0000-7000-8000-0000000000aa/';

test('the address of a video tells its size and length to every reader, and its id to its device', () => {
  const name = videoName(ID, { ...facts, seconds: 41.7 });
  expect(name).toMatch(/^[A-Za-z0-9_-]{1,80}$/);
  expect(readVideoName(`${FOLDER}${name}.mp4`)).toEqual(facts);
  expect(videoIdOf(`${FOLDER}${name}.mp4`)).toBe(ID);
});

test('the largest name with a still is one that the storage takes', () => {
  const large = {
    width: 8192,
    height: 4320,
    seconds: 90,
    bytes: 104_857_600,
    preview: writePreview(new Uint8Array(36)),
  };
  const name = videoName(ID, large);
  expect(name).toMatch(/^[A-Za-z0-9_-]{1,80}$/);
  expect(readVideoName(`${FOLDER}${name}.mp4`)).toEqual(large);
  expect(videoIdOf(`${FOLDER}${name}.mp4`)).toBe(ID);
});

test.each(['v.mp4', `${ID}.mp4`, `${ID}_0x0_4_1.mp4`, 'https://res.example/a_b.mp4'])('%s tells nothing', (name) => {
  expect(readVideoName(FOLDER + name)).toBeNull();
});

test('a name without facts still tells the id', () => {
  expect(videoIdOf(`${FOLDER}${ID}.webm`)).toBe(ID);
});
