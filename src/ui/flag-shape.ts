/* The flag in a box of 34 × 44, cloth only; the app icons are drawn from the same. */

export const POLE = 'M7 2.5V42M2.5 42h9';

/** Flying: wider than high. */
export const FLYING = 'M8 4.5c5-2.6 8.5 2.4 13.5.8 3-1 5.5-2.2 9.5-.6V20c-4-1.6-6.5-.4-9.5.6-5 1.6-8.5-3.4-13.5-.8Z';

/** Hanging half way down the pole: narrow at the top, wide at the hem. */
export const HANGING =
  'M8 15c4.5.8 9.5 3.8 12.4 8.6 1.7 3.7 1.1 7.3 2.6 11.4-1.6.9-3.2.7-4.4-.4-.5 2-1.8 3.4-3.6 3.7-1.3-.5-2.2-1.4-2.6-2.6-.8 1.9-2.2 3.1-4.4 3.3Z';

export const FOLDS = 'M10.8 19.5c2.6 4 2.9 9.5 2.2 15M14.5 20.5c3 3.7 3.7 8.3 4.3 13';
