/** As in a mention (`tokens.ts`): at least one character after an @ that does not continue a word. */
const PARTIAL = /(?<!(?![\uFE0F\u20E3])[\p{L}\p{M}\p{N}@/]_*)@([\w.-]+)$/u;

/** Longer than any username. */
const WINDOW = 64;

/** The name that is being written at the caret, without its @; null if there is none. */
export function partialName(text: string, caret: number): string | null {
  return PARTIAL.exec(text.slice(Math.max(0, caret - WINDOW), caret))?.[1] ?? null;
}
