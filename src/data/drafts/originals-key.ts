/**
 * The key in `kv.ts` that is true while an account has photos to reduce, or a draft that is due: without it no database
 * is opened.
 */
export const originalsKey = (account: string): string => `originals:${account}`;
