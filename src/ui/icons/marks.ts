/** In a box of 24 px: the strokes, and what has the flag's colour. */
type MarkShape = readonly [lines: string, filled: string];

/** The product's own marks by the name between the colons. `features/text/tokens.ts` has the same names. */
export const MARKS: Readonly<Record<string, MarkShape>> = {
  flag: ['M6 22V2', 'M6 3c4-2 8 2 12 0v10c-4 2-8-2-12 0Z'],
  target: ['M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z', 'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z'],
  steel: ['M4 22V4h16v18M9 4v6M15 4v6', 'M7 13a5 5 0 1 0 10 0a5 5 0 1 0-10 0Z'],
  clay: ['M4 21l4-4M11 21l3-4', 'M4 9a8 4 0 1 0 16 0a8 4 0 1 0-16 0Z'],
  brass: ['M8 22h8M9 22V10h6v12', 'M9 10c0-4 2-7 3-8 1 1 3 4 3 8Z'],
  wind: ['M3 9h11a3 3 0 1 0-3-3M3 14h15a3 3 0 1 1-3 3', ''],
  fog: ['M3 7h18M3 12h4M11 12h10M3 17h12', ''],
  ears: ['M5 13a7 7 0 0 1 14 0', 'M3 13h5v7H3ZM16 13h5v7h-5Z'],
};
