import './testing/house-styles.ts';
import { expect, onTestFinished, test } from 'vitest';

const TEXT = 'Fog lifted at nine and we had the line to ourselves; see you Saturday at 7:30?';

function widthOf(family: string, cut: string): number {
  const line = document.createElement('span');
  line.textContent = TEXT;
  line.style.cssText = `position: absolute; white-space: nowrap; font-size: 40px; ${cut}; font-family: '${family}'`;
  document.body.append(line);
  onTestFinished(() => line.remove());
  return line.getBoundingClientRect().width;
}

/** The stand-ins are fonts of the system: a machine without any of them falls back further, and there is nothing to compare. */
const hasStandIns = await document.fonts.load("16px 'Atkinson Next arial'").then(
  (faces) => faces.length > 0,
  () => false,
);

test.skipIf(!hasStandIns).each([
  ['Atkinson Next', 'font-weight: 400'],
  ['Atkinson Next', 'font-weight: 700'],
  ['Special Gothic', 'font-weight: 600; font-stretch: 88%'],
  ['Special Gothic', 'font-weight: 600; font-stretch: 100%'],
  ['Special Gothic', 'font-weight: 600; font-stretch: 108%'],
  ['Special Gothic', 'font-weight: 700; font-stretch: 118%'],
])('a line of %s, %s, is as long in its stand-in: nothing moves when the face comes', async (family, cut) => {
  const probe = document.createElement('p');
  probe.textContent = TEXT;
  probe.style.cssText = `font-family: '${family}', '${family} arial'; ${cut}`;
  document.body.append(probe);
  onTestFinished(() => probe.remove());
  await Promise.all(
    [...document.fonts].filter((face) => face.family.includes(family)).map((face) => face.load().catch(() => {})),
  );
  const ours = widthOf(family, cut);
  const standIn = widthOf(`${family} arial`, cut);
  expect(Math.abs(standIn / ours - 1)).toBeLessThan(0.03);
  // And it is the stand-in that was measured, not the face itself under another name.
  expect(standIn).not.toBe(ours);
});
