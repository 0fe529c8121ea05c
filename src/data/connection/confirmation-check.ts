import type { CommonPowerSyncDatabase } from '@powersync/common';
import type { HeartbeatCheck } from '#lib/heartbeat.ts';

const EVERY_MS = 10_000;
/** A write usually comes back within a second. Far beyond that the stream may have stalled without ending. */
const OVERDUE_MS = 20_000;
const CLOCK_MS = 60_000;
/** Doubled after each reconnect that did not help: a server that is late for all must not get more work. */
const RECONNECT_PAUSE_MS = 120_000;
const MOST_PAUSE_MS = 16 * RECONNECT_PAUSE_MS;

/** Reconnects if a sent write stays unconfirmed on an open stream: a stalled one would deliver nothing, without end. */
export function createConfirmationCheck(
  db: CommonPowerSyncDatabase,
  isOnline: () => boolean,
  reconnect: () => void,
): HeartbeatCheck {
  let lastReconnect = -Infinity;
  let pause = 0;
  return {
    everyMs: () => EVERY_MS,
    isDue: () => isOnline() && performance.now() - lastReconnect >= pause,
    async run(stopped) {
      // Sent in the future: the clock was set back since. Not by a moment, because the query may wait for a write.
      const [before, after] = [-OVERDUE_MS, CLOCK_MS].map((ms) => new Date(Date.now() + ms).toISOString());
      const overdue = await db.getOptional(
        `SELECT 1 FROM outbox WHERE state = 'sent' AND sent_at NOT BETWEEN ? AND ? LIMIT 1`,
        [before, after],
      );
      if (!overdue) pause = 0;
      if (!overdue || stopped.aborted) return;
      pause = Math.min(MOST_PAUSE_MS, pause * 2 || RECONNECT_PAUSE_MS);
      lastReconnect = performance.now();
      reconnect();
    },
  };
}
