/** Longer ones are no tags. In code points, as Postgres counts. */
const MOST_LETTERS = 60;

/** A tag's name without `#`: lower case, visible characters only, composed, one form of `i`. As private.tag_name. */
export const tagName = (written: string): string =>
  written
    .toLowerCase()
    .replaceAll(/(?<=i\p{DI}*)\u0307|\p{DI}/gu, '')
    .normalize();

/** @param name as `tagName` gives it */
export const isTagName = (name: string): boolean =>
  /[\p{Alphabetic}\p{Nd}]/u.test(name) && [...name].length <= MOST_LETTERS;
