import type { LogOutMode, LogOutResult } from '#data/connection/log-out.ts';

export type { Unsent } from '#data/connection/count-unsent.ts';
export type { LogOutMode } from '#data/connection/log-out.ts';

/**
 * 'ask' fails with code 'unsent' if there is unsent work or a draft. 'later' keeps them on the device until this
 * member's next log-in here. 'discard' deletes them. Also works without a network; then the session stays on the server
 * until it expires.
 */
export async function logOut(mode: LogOutMode = 'ask'): Promise<LogOutResult> {
  const loaded = await import('#data/connection/log-out.ts').catch(() => null);
  return loaded ? loaded.logOut(mode) : { ok: false, code: 'offline', message: 'The network is away.' };
}
