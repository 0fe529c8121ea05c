import './testing/house-styles.ts';
import { expect, onTestFinished, test } from 'vitest';
import atkinson from './fonts/atkinson-next.woff2?url';
import gothic from './fonts/special-gothic.woff2?url';

const FACES = {
  'Atkinson Next': { url: atkinson, weight: '400 700' },
  'Special Gothic': { url: gothic, weight: '600 700', stretch: '88% 118%' },
};

const TEXT = 'Fog lifted at nine and we had the line to ourselves; see you Saturday at 7:30?';

function widthOf(family: string, cut: string): number {
  const line = document.createElement('span');
  line.textContent = TEXT;
  line.style.cssText = `position: absolute; white-space: nowrap; font-size: 40px; ${cut}; font-family: '${family}'`;
  document.body.append(line);
  onTestFinished(() => line.remove());
  return line.getBoundingClientRect().width;
}

/** The fallbacks are system fonts: on a machine without any of them there is nothing to compare. */
const hasFallbacks = await document.fonts.load("16px 'Atkinson Next arial'").then(
  (faces) => faces.length > 0,
  () => false,
);

test.skipIf(!hasFallbacks).each([
  ['Atkinson Next', 'font-weight: 400'],
  ['Atkinson Next', 'font-weight: 700'],
  ['Special Gothic', 'font-weight: 600; font-stretch: 88%'],
  ['Special Gothic', 'font-weight: 600; font-stretch: 100%'],
  ['Special Gothic', 'font-weight: 600; font-stretch: 108%'],
  ['Special Gothic', 'font-weight: 700; font-stretch: 118%'],
])('a line of %s, %s, is as long in its fallback: nothing moves when the face comes', async (family, cut) => {
  // Loaded under another name, because the page's font may still be loading.
  const { url, ...axes } = FACES[family as keyof typeof FACES];
  const face = await new FontFace(`${family} probe`, `url(${url})`, axes).load();
  document.fonts.add(face);
  onTestFinished(() => void document.fonts.delete(face));
  const ours = widthOf(`${family} probe`, cut);
  const fallback = widthOf(`${family} arial`, cut);
  expect(Math.abs(fallback / ours - 1)).toBeLessThan(0.03);
  // The fallback was measured, not the font itself under another name.
  expect(fallback).not.toBe(ours);
});
