/** The key in `kv.ts` that is set while an account has files to upload: without it their database is not opened. */
export const mediaKey = (account: string): string => `media:${account}`;
