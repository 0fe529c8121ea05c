/** Characters from `first` to `last`, both included. */
const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, step) => String.fromCodePoint(first + step)).join('');

/** English, and every mark that the interface itself writes: all that most first screens need, and nothing else travels with them. */
export const ENGLISH = `${range(0x20, 0x7e)}\u00A0§©°·×–—‘’“”•…−`;

/** The rest of Latin-1 and the marks that people type on phones. What is not here is drawn by the device's own font. */
const ACCENTS = [...(range(0xa1, 0xff) + 'ıŒœŠšŸŽžˆ˚˜‚„′″‹›⁄€™←↑→↓∕')]
  .filter((character) => !ENGLISH.includes(character))
  .join('');

/** Each face is cut into these files. The first is asked for on every new device. */
export const PARTS = [
  { ending: '', characters: ENGLISH },
  { ending: '-accents', characters: ACCENTS },
] as const;

/** What text needs of a font: kerning, tabular figures, composed accents. Fractions and alternates only weigh. */
export const FEATURES = ['kern', 'tnum', 'ccmp', 'locl', 'mark'];

export interface Face {
  readonly family: string;
  /** Of the woff2 in src/ui/fonts, without what its part adds. */
  readonly file: string;
  readonly source: string;
  readonly axes: Readonly<Record<string, number | { min: number; max: number; default?: number }>>;
  /** The `font-weight` and `font-stretch` that the file answers to. */
  readonly weight: string;
  readonly stretch?: string;
  /** The cuts that pages use, each with the system's font that stands in until the file is there. */
  readonly cuts: readonly { weight: string; stretch?: string; measuredAt: { weight: number; stretch: number } }[];
}

const PACKAGES = 'node_modules/@fontsource-variable';

export const FACES: readonly Face[] = [
  {
    family: 'Special Gothic',
    file: 'special-gothic',
    source: `${PACKAGES}/special-gothic/files/special-gothic-latin-wdth-normal.woff2`,
    // One weight between the two that were drawn: a second axis costs 19 kB, and it is width that makes the hierarchy.
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
