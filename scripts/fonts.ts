import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import subsetFont from 'subset-font';

import { FACES, FEATURES, PARTS, type Face } from './fonts/faces.ts';
import { measure, type Measure } from './fonts/measure.ts';

/*
 * Subsets the two typefaces and writes src/ui/fonts/*.woff2 and src/ui/fonts.css, including fallback fonts of the same
 * width. Run it by hand when scripts/fonts/faces.ts or a font package changes: `node scripts/fonts.ts`. Needs a
 * Chromium and Liberation Sans for measuring.
 */
const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'src/ui/fonts');

/** Roboto is this much wider than Arial; Android has only Roboto. */
const ROBOTO_TO_ARIAL = 911 / 904;

const percent = (share: number) => `${(share * 100).toFixed(2).replace(/\.?0+$/, '')}%`;

/** `U+20-7E, U+A0-FF, …` */
function unicodeRange(characters: string): string {
  const points = [...new Set([...characters].map((character) => character.codePointAt(0) ?? 0))].toSorted(
    (a, b) => a - b,
  );
  const runs: [number, number][] = [];
  for (const point of points) {
    const run = runs.at(-1);
    if (run && point === run[1] + 1) run[1] = point;
    else runs.push([point, point]);
  }
  const hex = (point: number) => point.toString(16).toUpperCase();
  return runs.map(([from, to]) => (from === to ? `U+${hex(from)}` : `U+${hex(from)}-${hex(to)}`)).join(', ');
}

const rule = (lines: readonly (string | false)[]) =>
  `@font-face {\n${lines
    .filter(Boolean)
    .map((line) => `  ${line};\n`)
    .join('')}}`;

function faceRule(face: Face, { ending, characters }: (typeof PARTS)[number]): string {
  return rule([
    `font-family: '${face.family}'`,
    `src: url('./fonts/${face.file}${ending}.woff2') format('woff2')`,
    `font-weight: ${face.weight}`,
    face.stretch !== undefined && `font-stretch: ${face.stretch}`,
    'font-display: swap',
    `unicode-range: ${unicodeRange(characters)}`,
  ]);
}

/** Local names of the fallback fonts, bold ones separately. */
const LOCAL = {
  arial: {
    normal: ['Arial', 'Helvetica', 'Liberation Sans'],
    bold: ['Arial Bold', 'Helvetica Bold', 'Liberation Sans Bold'],
  },
  roboto: { normal: ['Roboto', 'Roboto Regular'], bold: ['Roboto Bold'] },
} as const;

function fallbackFonts(face: Face, measures: readonly Measure[]): string[] {
  return (['arial', 'roboto'] as const).flatMap((system) =>
    face.cuts.map((cut, at) => {
      const found = measures[at];
      if (!found) throw new Error(`${face.family} was not measured.`);
      const size = system === 'arial' ? found.size : found.size / ROBOTO_TO_ARIAL;
      const names = LOCAL[system][cut.measuredAt.weight >= 600 ? 'bold' : 'normal'];
      return rule([
        `font-family: '${face.family} ${system}'`,
        `src: ${names.map((name) => `local('${name}')`).join(', ')}`,
        `font-weight: ${cut.weight}`,
        cut.stretch !== undefined && `font-stretch: ${cut.stretch}`,
        `size-adjust: ${percent(size)}`,
        `ascent-override: ${percent(found.ascent / size)}`,
        `descent-override: ${percent(found.descent / size)}`,
        'line-gap-override: 0%',
      ]);
    }),
  );
}

const rules = [
  `/*
 * Written by scripts/fonts.ts. Until these files arrive, text is shown in a fallback font that every system has, scaled
 * to the same width and height, so that next to nothing moves when they arrive. index.html preloads the two files of
 * English.
 */`,
];
let total = 0;
for (const face of FACES) {
  const source = await readFile(join(ROOT, face.source));
  for (const part of PARTS) {
    const name = `${face.file}${part.ending}.woff2`;
    const cut = await subsetFont(source, part.characters, {
      targetFormat: 'woff2',
      variationAxes: face.axes,
      keepFeatures: FEATURES,
      noHinting: true,
    });
    await writeFile(join(FOLDER, name), cut);
    total += cut.length;
    console.log(`${name} ${(cut.length / 1000).toFixed(1)} kB`);
    rules.push(faceRule(face, part));
  }
  rules.push(...fallbackFonts(face, await measure(face, join(FOLDER, `${face.file}.woff2`))));
}
console.log(`together ${(total / 1000).toFixed(1)} kB`);
await writeFile(join(ROOT, 'src/ui/fonts.css'), `${rules.join('\n')}\n`);
