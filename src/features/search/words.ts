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

/** A term's words in lower case, as the index splits text. Composed: a separate accent would end a word. */
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

/** At the beginning of a word, or, where no spaces are between words, each letter of a pair. Null without words. */
function patternOf(words: readonly string[]): RegExp | null {
  const letters = words.map(plain);
  const pairs = letters.filter(isUnspaced).join('|');
  const begins = letters
    .filter((word) => !isUnspaced(word))
    .toSorted((one, other) => other.length - one.length)
    .map((word) => [...word, ''].join('[\u0300-\u036F]*'))
    .join('|');
  const parts = [
    pairs && `(?:(?=${pairs}).|.(?<=${pairs}))+`,
    begins && `(?<!(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])(?:${begins})`,
  ].filter(Boolean);
  return parts.length > 0 ? new RegExp(parts.join('|'), 'gu') : null;
}

/** The text in parts; what was searched for is marked. */
export function markWords(text: string, words: readonly string[]): Part[] {
  const parts: Part[] = [];
  const pattern = patternOf(words);
  let end = 0;
  const add = (stop: number, isFound: boolean) => {
    if (stop > end) parts.push({ text: text.slice(end, stop), isFound });
    end = Math.max(end, stop);
  };
  for (const { 0: found, index } of pattern ? plain(text).matchAll(pattern) : []) {
    add(index, false);
    add(index + found.length, true);
  }
  add(text.length, false);
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
