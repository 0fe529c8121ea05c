import { Found } from '#ui/found.tsx';
import { markWords } from './words.ts';

export function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return markWords(text, words).map((part, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- parts of one text in their order
    part.isFound ? <Found key={at}>{part.text}</Found> : part.text,
  );
}
