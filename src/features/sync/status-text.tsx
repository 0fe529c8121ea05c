import { syncCopy } from '#copy/sync.ts';
import { formatClock } from '#lib/log-time.ts';
import { WIDE, useMedia } from '#ui/use-media.ts';
import { useStatus } from './queries.ts';

/** "Offline · updated 14:05": what the last attempts really gave, and how old the picture is. */
export function StatusText() {
  const status = useStatus();
  const wide = useMedia(WIDE);
  // Alone: beside the pill of a phone there is no room for the time as well, and a status is never cut.
  if (status.signInNeeded) return <>{syncCopy.signInNeeded}</>;
  const word = syncCopy[status.phase];
  const time = status.updatedAt ? syncCopy.updated(formatClock(status.updatedAt, wide)) : null;
  return <>{time ? `${word} · ${time}` : word}</>;
}
