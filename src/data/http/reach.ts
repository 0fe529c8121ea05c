/** Enough for one round trip over a weak signal. */
const REACH_PATIENCE_MS = 8000;

/** Resolves on any answer. It is not read, so `no-cors` works with a server of another origin. */
export const askServer = (powersyncUrl: string, signal: AbortSignal): Promise<unknown> =>
  fetch(`${powersyncUrl}/probes/liveness`, { mode: 'no-cors', cache: 'no-store', signal });

/** Call before sending: an action that cannot have been received must not count as possibly received. */
export const isReachable = (powersyncUrl: string): Promise<boolean> =>
  askServer(powersyncUrl, AbortSignal.timeout(REACH_PATIENCE_MS)).then(
    () => true,
    () => false,
  );
