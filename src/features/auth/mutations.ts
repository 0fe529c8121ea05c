import type { LogOutMode, LogOutResult } from '#data/connection/log-out.ts';

export type { Unsent } from '#data/connection/count-unsent.ts';
export type { LogOutMode } from '#data/connection/log-out.ts';

/** 'ask' fails with 'unsent' if work or a draft would be lost; 'later' stores them; 'discard' deletes. */
export async function logOut(mode: LogOutMode = 'ask'): Promise<LogOutResult> {
  const loaded = await import('#data/connection/log-out.ts').catch(() => null);
  return loaded ? loaded.logOut(mode) : { ok: false, code: 'offline', message: 'The network is away.' };
}
