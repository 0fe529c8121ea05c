/** Longer than a weak signal needs for one round trip. */
const REACH_PATIENCE_MS = 8000;

/** Resolves when anybody answered. Any answer will do, and none of it is read: `no-cors` asks no permission of a server elsewhere. */
export const askServer = (powersyncUrl: string, signal: AbortSignal): Promise<unknown> =>
  fetch(`${powersyncUrl}/probes/liveness`, { mode: 'no-cors', cache: 'no-store', signal });

/** Asked before anything is sent: what nobody can have received need not count as perhaps arrived. */
export const isReachable = (powersyncUrl: string): Promise<boolean> =>
  askServer(powersyncUrl, AbortSignal.timeout(REACH_PATIENCE_MS)).then(
    () => true,
    () => false,
  );
