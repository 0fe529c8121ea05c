import { useRef } from 'react';

/** A pause this long starts a new word. */
const PAUSE_MS = 500;

/**
 * Finds the entry that begins with the letters typed so far. The same letter again goes on to the next entry with it.
 *
 * @returns a function of the key, the entries' words and the place now; `undefined` when nothing begins so
 */
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
