/** What a measurement in the browser returns: rows of `npm run bench`. */
declare module 'vitest' {
  interface TaskMeta {
    rows?: { what: string; value: number; unit: string; goal?: { most: number } }[];
  }
}

export {};
