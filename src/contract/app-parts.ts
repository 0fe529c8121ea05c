/*
 * A line that is cut every few seconds never delivers a large file. The build writes each large file of the app in
 * parts too (scripts/build/worker.ts), and a download that was cut goes on with the parts that are missing.
 */

/** Bytes of a part before compression, at most 64 kB after it. The last part of a file is shorter, and may be empty. */
export const PART_BYTES = 98_304;

/** Only files from here on have parts: smaller ones arrive between two cuts. */
export const SPLIT_FROM = 2 * PART_BYTES;

/** The address of a part: `/assets/index-abc.js` becomes `/assets/index-abc.part0.js`. */
export const partOf = (url: string, index: number): string => url.replace(/(?=\.\w+$)/, `.part${index}`);
