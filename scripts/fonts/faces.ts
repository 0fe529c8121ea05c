/** Characters from `first` to `last`, both included. */
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, step) => String.fromCodePoint(first + step)).join('');

/** English, and all characters of the interface: enough for most first screens, so only these load with them. */
export const ENGLISH = `${range(0x20, 0x7e)}\u00A0§©°·×–—‘’“”•…−`;

/** The rest of Latin-1 and the characters that people type on phones. Other characters use the device's own font. */
const ACCENTS = [...(range(0xa1, 0xff) + 'ıŒœŠšŸŽžˆ˚˜‚„′″‹›⁄€™←↑→↓∕')]
  .filter((character) => !ENGLISH.includes(character))
  .join('');

/** Each typeface is split into these files. The first is loaded on every new device. */
export const PARTS = [
  { ending: '', characters: ENGLISH },
  { ending: '-accents', characters: ACCENTS },
] as const;

/**
 * OpenType features that text needs: kerning, tabular figures, composed accents. Fractions and alternates only add
 * size.
 */
export const FEATURES = ['kern', 'tnum', 'ccmp', 'locl', 'mark'];

export interface Face {
  readonly family: string;
  /** File name of the woff2 in src/ui/fonts, without the suffix of its part. */
  readonly file: string;
  readonly source: string;
  readonly axes: Readonly<Record<string, number | { min: number; max: number; default?: number }>>;
  /** The `font-weight` and `font-stretch` that the file covers. */
  readonly weight: string;
  readonly stretch?: string;
  /** The styles that pages use, each with the system font that replaces it until the file has loaded. */
  readonly cuts: readonly { weight: string; stretch?: string; measuredAt: { weight: number; stretch: number } }[];
}

const PACKAGES = 'node_modules/@fontsource-variable';

export const FACES: readonly Face[] = [
  {
    family: 'Special Gothic',
    file: 'special-gothic',
    source: `${PACKAGES}/special-gothic/files/special-gothic-latin-wdth-normal.woff2`,
    // One weight between the two that were drawn: a second axis costs 19 kB, and the hierarchy uses width.
    axes: { wght: 650, wdth: { min: 88, max: 118, default: 100 } },
    weight: '600 700',
    stretch: '88% 118%',
    cuts: [
      { weight: '600 700', stretch: '75% 94%', measuredAt: { weight: 650, stretch: 88 } },
      { weight: '600 700', stretch: '95% 104%', measuredAt: { weight: 650, stretch: 100 } },
      { weight: '600 700', stretch: '105% 112%', measuredAt: { weight: 650, stretch: 108 } },
      { weight: '600 700', stretch: '113% 125%', measuredAt: { weight: 650, stretch: 118 } },
    ],
  },
  {
    family: 'Atkinson Next',
    file: 'atkinson-next',
    source: `${PACKAGES}/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2`,
    axes: { wght: { min: 400, max: 700 } },
    weight: '400 700',
    cuts: [
      { weight: '400 550', measuredAt: { weight: 400, stretch: 100 } },
      { weight: '551 700', measuredAt: { weight: 700, stretch: 100 } },
    ],
  },
];
