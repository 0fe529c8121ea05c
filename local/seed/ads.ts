/**
 * Advertisers that do not exist, so that every place for an ad shows one on a fresh start. Pictures are drawings of our
 * own.
 */
export const AD_CLIENTS = ['Quiet Ridge Ear Care', 'Lantern Creek Range Club'] as const;

export interface SeedAd {
  readonly client: (typeof AD_CLIENTS)[number];
  readonly title: string;
  readonly type: 'square' | 'banner' | 'skyscraper' | 'mobile';
  readonly image: string;
  readonly mobileImage?: string;
  readonly destination: string;
  /** Only among the examples of a year. */
  readonly year?: true;
  /** Not shown any more. */
  readonly state?: 'ended' | 'off';
}

export const ADS: readonly SeedAd[] = [
  {
    client: 'Quiet Ridge Ear Care',
    title: 'Two ears, one pair. Fit them well.',
    type: 'banner',
    image: '/seed/range.webp',
    mobileImage: '/seed/range.webp',
    destination: '/about',
  },
  {
    client: 'Lantern Creek Range Club',
    title: 'Safety evening, first Thursday of the month',
    type: 'square',
    image: '/seed/bench.webp',
    destination: '/about',
  },
  {
    client: 'Lantern Creek Range Club',
    title: 'Night league: the last places',
    type: 'banner',
    image: '/seed/dusk.webp',
    destination: '/about',
    year: true,
    state: 'ended',
  },
  {
    client: 'Quiet Ridge Ear Care',
    title: 'Foam, fitted and forgotten',
    type: 'square',
    image: '/seed/brass.webp',
    destination: '/about',
    year: true,
    state: 'off',
  },
];
