import { createHash } from 'node:crypto';

/** A number from 0 to 1 that is the same for the same words in every run. */
export function chance(...words: readonly unknown[]): number {
  return createHash('md5').update(words.join(' ')).digest().readUInt32BE(0) / 2 ** 32;
}

/** `count` of these, the same in every run for the same `reason`. */
export const draw = <T>(from: readonly T[], count: number, reason: string): T[] =>
  from
    .map((item) => ({ item, place: chance(reason, item) }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ item }) => item);
