import { UNSPACED } from '#contract/unspaced.ts';
import { cutText } from '#lib/cut-text.ts';

/** At most this many words of a term are searched for. */
const MOST_WORDS = 8;

/** Letters of scripts without spaces, and what is between them, are words of their own. */
const WORDS = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');
const IS_UNSPACED = new RegExp(`[${UNSPACED}]`, 'u');
export const isUnspaced = (text: string): boolean => IS_UNSPACED.test(text);

/** Where no spaces are between words, each letter with the next one, as the index has them. */
function pairs(run: string): string[] {
  const letters = [...run];
  if (letters.length < 2 || !isUnspaced(run)) return [run];
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** The words of a term in lower case, as the index splits text. Composed, because an accent of its own would end a word. */
export const wordsOf = (term: string): string[] =>
  (term.normalize('NFC').toLowerCase().match(WORDS) ?? []).flatMap(pairs).slice(0, MOST_WORDS);

/** A query of the index: every word, each as the beginning of one. Never its own syntax: words have no quotes. */
export const matchOf = (term: string): string =>
  wordsOf(term)
    .map((word) => `"${word}"*`)
    .join(' ');

export interface Part {
  readonly text: string;
  readonly isFound: boolean;
}

const ACCENTS = /[\u0300-\u036f]/g;

/** Letters without their accents, one for one, so that positions stay the same. */
const plain = (text: string): string =>
  [...text]
    .map((letter) => {
      const bare = letter.normalize('NFD').replaceAll(ACCENTS, '').normalize() || letter;
      return bare.toLowerCase().padEnd(letter.length).slice(0, letter.length);
    })
    .join('');

/** The length of the first `count` letters of a word, with their accents. */
function lengthIn(word: string, count: number): number {
  let [length, left] = [0, count];
  while (length < word.length && (left > 0 || /[\u0300-\u036f]/.test(word[length] ?? ''))) {
    if (!/[\u0300-\u036f]/.test(word[length] ?? '')) left -= 1;
    length += 1;
  }
  return count === 0 ? 0 : length;
}

/** From where to where the words are in a text: at the beginning of its words, or anywhere where no spaces are between them. In their order. */
function placesOf(folded: string, words: readonly string[]): [start: number, end: number][] {
  const places: [number, number][] = [];
  for (const { 0: word, index } of folded.matchAll(WORDS)) {
    const letters = word.replaceAll(ACCENTS, '');
    const found = words.filter((one) => letters.startsWith(one));
    const length = lengthIn(word, Math.max(0, ...found.map((one) => one.length)));
    if (length > 0) places.push([index, index + length]);
  }
  for (const word of words.filter(isUnspaced))
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) places.push([at, at + word.length]);
  return places.toSorted(([one], [other]) => one - other);
}

/** The text in parts; what was searched for is marked. */
export function markWords(text: string, words: readonly string[]): Part[] {
  if (words.length === 0) return [{ text, isFound: false }];
  const parts: Part[] = [];
  let end = 0;
  for (const [start, stop] of placesOf(plain(text), words.map(plain))) {
    if (stop <= end) continue;
    const last = parts.at(-1);
    const found = text.slice(Math.max(start, end), stop);
    if (start > end) parts.push({ text: text.slice(end, start), isFound: false });
    // Pairs that share a letter are one mark.
    if (last?.isFound && start <= end) parts[parts.length - 1] = { text: last.text + found, isFound: true };
    else parts.push({ text: found, isFound: true });
    end = stop;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isFound: false });
  return parts;
}

/** Characters before the first found word. */
const LEAD = 40;
const LONGEST = 160;

const shorten = (line: string): string => (line.length > LONGEST ? `${cutText(line, LONGEST)}…` : line);

/** The place of a long text at which a word was found, on one line. */
export function excerpt(text: string, words: readonly string[]): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  let first = 0;
  for (const part of markWords(line, words)) {
    if (part.isFound) break;
    first += part.text.length;
  }
  if (first >= line.length || first <= LEAD) return shorten(line);
  const before = line.slice(first - LEAD, first);
  const start = isUnspaced(before) ? 0 : before.indexOf(' ') + 1 || LEAD;
  // Not with half a letter.
  return `…${shorten(line.slice(first - LEAD + start).replace(/^[\p{M}\p{Cs}]+/u, ''))}`;
}
