import type { CommonPowerSyncDatabase } from '@powersync/common';
import type { HeartbeatCheck } from '#lib/heartbeat.ts';

const EVERY_MS = 20_000;
/** A write usually comes back within a second. Far beyond that the stream may have stalled without ending. */
const OVERDUE_MS = 45_000;
const RECONNECT_PAUSE_MS = 120_000;

/** Reconnects if a sent write stays unconfirmed on an open stream: a stalled one would deliver nothing, without end. */
export function createConfirmationCheck(
  db: CommonPowerSyncDatabase,
  isOnline: () => boolean,
  reconnect: () => void,
): HeartbeatCheck {
  let lastReconnect = 0;
  return {
    everyMs: () => EVERY_MS,
    isDue: () => isOnline() && Date.now() - lastReconnect >= RECONNECT_PAUSE_MS,
    async run(stopped) {
      const before = new Date(Date.now() - OVERDUE_MS).toISOString();
      const overdue = await db.getOptional(`SELECT 1 FROM outbox WHERE state = 'sent' AND sent_at < ? LIMIT 1`, [
        before,
      ]);
      if (!overdue || stopped.aborted) return;
      lastReconnect = Date.now();
      reconnect();
    },
  };
}
