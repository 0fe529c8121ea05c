import { cutText } from '#lib/cut-text.ts';
/** At most this many words of a term are searched for. */
const MOST_WORDS = 8;

/** The words of a term in lower case, as the index splits text. Composed, because an accent of its own would end a word. */
export const wordsOf = (term: string): string[] =>
  (
    term
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).slice(0, MOST_WORDS);

/** A query of the index: every word, each as the beginning of one. Never its own syntax: words have no quotes. */
export const matchOf = (term: string): string =>
  wordsOf(term)
    .map((word) => `"${word}"*`)
    .join(' ');

export interface Part {
  readonly text: string;
  readonly isFound: boolean;
}

/** Letters without their accents, one for one, so that positions stay the same. */
const plain = (text: string): string =>
  [...text]
    .map((letter) => letter.normalize('NFD')[0]?.toLowerCase().padEnd(letter.length).slice(0, letter.length) ?? letter)
    .join('');

const ACCENTS = /[\u0300-\u036f]/g;

/** The length of the first `count` letters of a word, with their accents. */
function lengthIn(word: string, count: number): number {
  let [length, left] = [0, count];
  while (length < word.length && (left > 0 || /[\u0300-\u036f]/.test(word[length] ?? ''))) {
    if (!/[\u0300-\u036f]/.test(word[length] ?? '')) left -= 1;
    length += 1;
  }
  return count === 0 ? 0 : length;
}

/** The text in parts; those that begin as a searched word does are marked. */
export function markWords(text: string, words: readonly string[]): Part[] {
  if (words.length === 0) return [{ text, isFound: false }];
  const folded = plain(text);
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: word, index } of folded.matchAll(/[\p{L}\p{N}\u0300-\u036f]+/gu)) {
    const letters = word.replaceAll(ACCENTS, '');
    const found = words.map((one) => plain(one)).filter((one) => letters.startsWith(one));
    const length = lengthIn(word, Math.max(0, ...found.map((one) => one.length)));
    if (length === 0) continue;
    if (index > end) parts.push({ text: text.slice(end, index), isFound: false });
    parts.push({ text: text.slice(index, index + length), isFound: true });
    end = index + length;
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
  const start = line.indexOf(' ', first - LEAD) + 1;
  const rest = line.slice(start > first ? first : start);
  return `…${shorten(rest)}`;
}
