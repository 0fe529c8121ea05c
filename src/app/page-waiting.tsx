import { WaitingPill } from '#features/outbox/waiting-pill.tsx';
import { useMedia, WIDE } from '#ui/use-media.ts';

/** The number of unsent items in a page's bar on phones. From 768 px the navigation has it, beside its outbox. */
export function PageWaiting() {
  const wide = useMedia(WIDE);
  return wide ? null : <WaitingPill />;
}
