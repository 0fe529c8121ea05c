import { useRef } from 'react';

/** A pause of this length starts a new search. */
const PAUSE_MS = 500;

/** Finds the item by typed letters; a repeated letter moves on. @returns a function of key, labels, index */
export function useTypeAhead() {
  const typed = useRef({ letters: '', at: 0 });
  return (key: string, words: readonly (string | null)[], from: number): number | undefined => {
    if (key.length !== 1 || key === ' ') return undefined;
    const now = performance.now();
    const before = now - typed.current.at < PAUSE_MS ? typed.current.letters : '';
    const letters = before + key.toLowerCase();
    typed.current = { letters, at: now };
    const again = letters.replaceAll(key.toLowerCase(), '') === '';
    const wanted = again ? key.toLowerCase() : letters;
    const begin = again || !before ? from + 1 : from;
    for (let step = 0; step < words.length; step++) {
      const at = (Math.max(0, begin) + step) % words.length;
      if (words[at]?.trim().toLowerCase().startsWith(wanted)) return at;
    }
    return undefined;
  };
}
