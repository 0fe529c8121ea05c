import { markWords } from './words.ts';

/** The text with the searched words marked. */
export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text in their order
    part.isFound ? <mark key={at}>{part.text}</mark> : part.text,
  );
}
