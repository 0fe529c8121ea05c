/** Enough for one round trip over a weak signal. */
const REACH_PATIENCE_MS = 8000;

/**
 * Resolves on any answer but that of a captive portal, which is a page. An answer of another origin cannot be read
 * (`no-cors`), but needs a certificate, which a portal does not have.
 */
export async function askServer(powersyncUrl: string, signal: AbortSignal): Promise<void> {
  const url = `${powersyncUrl}/probes/liveness`;
  const { ok, status, headers } = await fetch(url, { mode: 'no-cors', cache: 'no-store', signal });
  // A proxy of the server answers with a page, too, but with an error.
  if ((ok || status === 511) && /html/.test(headers.get('content-type') ?? ''))
    throw new Error('A captive portal has answered.');
}

/** Call before sending: an action that cannot have been received must not count as possibly received. */
export const isReachable = (powersyncUrl: string): Promise<boolean> =>
  askServer(powersyncUrl, AbortSignal.timeout(REACH_PATIENCE_MS)).then(
    () => true,
    () => false,
  );
