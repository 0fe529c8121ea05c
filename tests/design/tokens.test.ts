import { globSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

const tokens = readFileSync('src/ui/tokens.css', 'utf8');
const css = tokens + readFileSync('src/ui/found.module.css', 'utf8');

type Colours = Readonly<Record<string, string>>;

/** The colours of tokens.css, light and dark, in normal and glare mode. */
function coloursOf(mode: 'plain' | 'glare'): { light: Colours; dark: Colours } {
  const pairs = [
    ...css.matchAll(
      new RegExp(`--([\\w-]+): var\\([^;]*--${mode}, light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)\\)`, 'g'),
    ),
  ];
  expect(pairs.length, mode).toBeGreaterThan(15);
  return {
    light: Object.fromEntries(pairs.map(([, name, light]) => [name, light])),
    dark: Object.fromEntries(pairs.map(([, name, , dark]) => [name, dark])),
  };
}

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(colours: Colours, front: string, back: string): number {
  const [one, other] = [front, back].map((name) => {
    const hex = colours[name];
    if (!hex) throw new Error(`--${name} is no colour`);
    return luminance(hex);
  }) as [number, number];
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

const SURFACES = ['paper', 'tint', 'canvas'];
const TEXT = ['ink', 'ink-2', 'ink-3', 'link', 'flag-text', 'cold', 'stop'];
/** Text colours and their fills. */
const ON = [
  ['flag-on', 'flag'],
  ['cold-on', 'cold'],
  ['solid-on', 'solid'],
  ['ink', 'flag-wash'],
  ['flag-text', 'flag-wash'],
  ['ink', 'pencil'],
] as const;

/** Contrast on paper as designed, so that a change of a colour is noticed: [token, light, dusk]. */
const STATED = [
  ['ink', 15.2, 11.4],
  ['ink-2', 8.2, 8.5],
  ['ink-3', 5.7, 6.3],
  ['link', 8.6, 7.9],
  ['control', 3.5, 4.2],
  ['flag', 3.2, 5.6],
  ['flag-text', 6, 7],
  ['cold', 7.4, 7.6],
  ['stop', 7.9, 7.2],
] as const;

describe.each([
  ['light', coloursOf('plain').light, 4.5],
  ['dusk', coloursOf('plain').dark, 4.5],
  ['glare', coloursOf('glare').light, 7],
  ['glare at dusk', coloursOf('glare').dark, 7],
])('%s', (theme, colours, least) => {
  test.each(SURFACES.flatMap((surface) => TEXT.map((text) => [text, surface] as const)))(
    '%s on %s',
    (text, surface) => {
      expect(contrast(colours, text, surface)).toBeGreaterThanOrEqual(least);
    },
  );
  test.each(ON)('%s on %s', (text, fill) => {
    // Black on orange cannot reach 7:1 while the orange has 3:1 on white paper.
    const floor = fill === 'flag' ? 4.5 : least;
    expect(contrast(colours, text, fill)).toBeGreaterThanOrEqual(floor);
  });
  test.each(SURFACES)('controls and the flag are visible on %s', (surface) => {
    if (surface === 'paper') expect(contrast(colours, 'flag', surface)).toBeGreaterThanOrEqual(3);
    expect(contrast(colours, 'control', surface)).toBeGreaterThanOrEqual(surface === 'canvas' ? 2.8 : 3);
  });
  test.each(['paper', 'tint'])('a found word is visible on %s', (surface) => {
    expect(contrast(colours, 'pencil', surface)).toBeGreaterThanOrEqual(1.25);
  });
  test('rules are clearly visible only in glare mode', () => {
    const rule = contrast(colours, 'rule', 'paper');
    if (theme.startsWith('glare')) expect(rule).toBeGreaterThanOrEqual(4.5);
    else expect(rule).toBeLessThan(2);
  });
});

test.each(STATED)('%s has the contrast that the design states', (token, light, dusk) => {
  const both = coloursOf('plain');
  expect(contrast(both.light, token, 'paper')).toBeGreaterThanOrEqual(light - 0.05);
  expect(contrast(both.dark, token, 'paper')).toBeGreaterThanOrEqual(dusk - 0.05);
});

test('a system preference for more contrast gives the colours of glare mode', () => {
  const switched = [...css.matchAll(/--plain: ;\s+--glare: initial;/g)];
  expect(switched).toHaveLength(2);
  expect(css).toMatch(/:root\[data-theme='glare'\] \{\s+--plain: ;/);
  expect(css).toMatch(/@media \(prefers-contrast: more\) \{\s+:root \{\s+--plain: ;/);
});

test('the borders of controls have the width of --line, which is larger in glare mode', () => {
  const others = globSync('src/**/*.css').filter((path) => !path.endsWith('tokens.css'));
  expect(others.filter((path) => /\b1\.5px\b/.test(readFileSync(path, 'utf8')))).toEqual([]);
});

test('no sheet asks for the direction with :dir(), which the build lowers to a list of languages', () => {
  const sheets = globSync('src/**/*.css');
  expect(sheets.filter((path) => /:dir\(r/.test(readFileSync(path, 'utf8')))).toEqual([]);
});
