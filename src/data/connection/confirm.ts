import type { CommonPowerSyncDatabase } from '@powersync/common';

const EVERY_MS = 20_000;
/** The echo of a write comes within a second. Far beyond that the stream may have stalled without ending. */
const OVERDUE_MS = 45_000;
const BETWEEN_MS = 120_000;

/**
 * Notices that something was sent and its confirmation does not come although the stream stands, and has it opened again: a stalled
 * stream would leave it "sent, not confirmed", and reading frozen, without end.
 */
export function watchConfirmation(db: CommonPowerSyncDatabase, isOnline: () => boolean, reconnect: () => void) {
  let lastReconnect = 0;
  const look = async () => {
    if (!isOnline() || Date.now() - lastReconnect < BETWEEN_MS) return;
    const before = new Date(Date.now() - OVERDUE_MS).toISOString();
    const overdue = await db.getOptional(`SELECT 1 FROM outbox WHERE state = 'sent' AND sent_at < ? LIMIT 1`, [before]);
    if (!overdue) return;
    lastReconnect = Date.now();
    reconnect();
  };
  const timer = setInterval(
    () => void look().catch((error) => console.debug('The outbox could not be read.', error)),
    EVERY_MS,
  );
  return { stop: () => clearInterval(timer) };
}
