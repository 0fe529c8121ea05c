import { syncCopy } from '#copy/sync.ts';
import { formatLast } from '#lib/log-time.ts';
import { WIDE, useMedia } from '#ui/use-media.ts';
import { useNow } from '#ui/use-now.ts';
import { useStatus } from './queries.ts';

/** Connection status and last sync, such as "Offline · updated 14:05", with the day if not today. */
export function StatusText() {
  const status = useStatus();
  const wide = useMedia(WIDE);
  const now = new Date(useNow());
  // Without the time, because beside the pill of a phone there is no space for it, and a status is never cut off.
  if (status.signInNeeded) return <>{syncCopy.signInNeeded}</>;
  const word = syncCopy[status.phase];
  const time = status.updatedAt ? syncCopy.updated(formatLast(status.updatedAt, now, wide)) : null;
  return <>{time ? `${word} · ${time}` : word}</>;
}
