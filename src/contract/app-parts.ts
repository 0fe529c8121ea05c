/* Large files also exist in parts (scripts/build/worker.ts): a line that is cut every few seconds never delivers a
   whole one. */

/** Bytes of a part before compression, at most 64 kB after it. The last part of a file is shorter, and may be empty. */
export const PART_BYTES = 98_304;

/** Only files from here on have parts: smaller ones arrive between two cuts. */
export const SPLIT_FROM = 2 * PART_BYTES;

/** The address of a part: `/assets/index-abc.js` becomes `/assets/index-abc.part0.js`. */
export const partOf = (url: string, index: number): string => url.replace(/(?=\.\w+$)/, `.part${index}`);
