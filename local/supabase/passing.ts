/** SQLSTATEs: connection, rollback (deadlock), resources, operator, system, a lock that was not free. */
const STATES = /^(?:08|40|53|57|58)...$|^55P03$/;
/** The drivers' own codes, and node-postgres's messages without a code, for a connection that was lost or not made. */
const LOST = /^(?:CONNECTION_(?:CLOSED|ENDED|DESTROYED)|CONNECT_TIMEOUT|ECONNRESET|ECONNREFUSED|EPIPE)$/;
const MESSAGES = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** Whether the database has no connection for this request any more, or not yet. */
export function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return LOST.test(codeOf(error)) || MESSAGES.test(error.message);
}

/**
 * Whether a request that failed with this error of the database may succeed in a moment: it is answered with 503, never
 * with 500.
 */
export function isPassing(error: unknown): boolean {
  return error instanceof Error && (STATES.test(codeOf(error)) || isConnectionLoss(error));
}

const codeOf = (error: Error): string => ('code' in error ? String(error.code) : '');
