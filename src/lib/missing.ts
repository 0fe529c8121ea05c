/**
 * What is to be said of a row that is not on this device: it is on its way; the server cannot be reached; this browser
 * cannot open a database, not even in memory; or it does not exist, as a server that answers now has confirmed.
 */
export type Missing = 'loading' | 'offline' | 'unavailable' | 'gone';

/**
 * Of a phase of the connection, or of what is missing: nothing will come now, because the server cannot be reached or
 * this browser has no storage.
 */
export const isUnreachable = (state: string): state is 'offline' | 'unavailable' =>
  state === 'offline' || state === 'unavailable';

interface Connection {
  readonly phase: string;
  readonly signInNeeded: boolean;
}

/**
 * Whether to say "offline". After the end of a session nothing is connected either, but only a log-in helps, and the
 * notice above each page says so.
 */
export const isOffline = ({ phase, signInNeeded }: Connection): boolean => isUnreachable(phase) && !signInNeeded;

interface Texts {
  none: string;
  loading: string;
  notHere: string;
}

/** In place of an empty list, in one line. `none`: the server has confirmed that there is nothing. */
export const textOfNone = (complete: boolean, missing: Missing, { none, loading, notHere }: Texts): string =>
  complete ? none : isUnreachable(missing) ? notHere : loading;
