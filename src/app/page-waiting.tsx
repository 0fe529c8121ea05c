import { WaitingPill } from '#features/outbox/waiting-pill.tsx';
import { RAIL, useMedia } from '#ui/use-media.ts';

/** The number of unsent items in a page's bar on phones. From 768 px the navigation has it, beside its outbox. */
export function PageWaiting() {
  const hasRail = useMedia(RAIL);
  return hasRail ? null : <WaitingPill />;
}
