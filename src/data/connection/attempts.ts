import type { SyncStatus } from '@powersync/common';
import { momentIn, msSince } from '#lib/two-clocks.ts';

/** A slow device may take as long until it reports that it connects. Without an answer it never does. */
export const IDLE_AFTER_MS = 15_000;
/** How often the time for an attempt is doubled at most, so that a slow server is not asked for ever more streams. */
const MOST_DOUBLINGS = 2;

type Seen = Pick<SyncStatus, 'connected' | 'connecting'>;

/** The attempts to open a stream: when each began, and how many in a row were given up. */
export function createAttempts() {
  let requested = momentIn(0);
  /** When PowerSync began its present attempt, on performance.now(). */
  let connectingSince = 0;
  /** In a row, because their request had no answer. */
  let givenUp = 0;
  /** The member has asked during the present attempt. */
  let isAsked = false;
  let isReconnecting = false;
  let last: Seen = { connected: false, connecting: false };

  return {
    /** Another stream was requested while one was open: 'connecting' until the new one opens or fails. */
    isReconnecting: () => isReconnecting,
    msSinceRequest: () => msSince(requested),
    /** Whether the present attempt has lasted too long. */
    isIdle({ connected, connecting }: Seen): boolean {
      const doublings = connecting && !isAsked ? Math.min(givenUp, MOST_DOUBLINGS) : 0;
      const patience = IDLE_AFTER_MS * 2 ** doublings;
      return !connected && performance.now() - Math.max(requested.at, connectingSince) > patience;
    },
    /** Before a stream is requested. `isOpen`: in place of an open one. */
    request(isOpen: boolean): void {
      requested = momentIn(0);
      isReconnecting = isOpen;
      isAsked = false;
    },
    /** The member touches the page or returns to it: the present attempt gets no more time than a first one. */
    ask(): void {
      isAsked = true;
    },
    /** Nothing answered: attempts were given up because of the line, not of a slow server. */
    forgive(): void {
      givenUp = 0;
    },
    /** Before the same while an attempt is under way. */
    giveUp(): void {
      givenUp += 1;
    },
    /** After each change of the status. */
    follow({ connected, connecting }: Seen): void {
      if (connecting && !last.connecting) connectingSince = performance.now();
      if (connected) givenUp = 0;
      if (connected && !last.connected) isReconnecting = false;
      last = { connected, connecting };
    },
  };
}
