import type { CommonPowerSyncDatabase } from '@powersync/common';
import type { HeartbeatCheck } from '#lib/heartbeat.ts';

const EVERY_MS = 10_000;
/** A write usually comes back within a second. Far beyond that the stream may have stalled without ending. */
const OVERDUE_MS = 20_000;
const RECONNECT_PAUSE_MS = 120_000;

/** Reconnects if a sent write stays unconfirmed on an open stream: a stalled one would deliver nothing, without end. */
export function createConfirmationCheck(
  db: CommonPowerSyncDatabase,
  isOnline: () => boolean,
  reconnect: () => void,
): HeartbeatCheck {
  let lastReconnect = -RECONNECT_PAUSE_MS;
  return {
    everyMs: () => EVERY_MS,
    isDue: () => isOnline() && performance.now() - lastReconnect >= RECONNECT_PAUSE_MS,
    async run(stopped) {
      const [before, now] = [OVERDUE_MS, 0].map((ms) => new Date(Date.now() - ms).toISOString());
      // Later than now: the clock was set back since.
      const overdue = await db.getOptional(
        `SELECT 1 FROM outbox WHERE state = 'sent' AND sent_at NOT BETWEEN ? AND ? LIMIT 1`,
        [before, now],
      );
      if (!overdue || stopped.aborted) return;
      lastReconnect = performance.now();
      reconnect();
    },
  };
}
