import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { DeadEnd } from './dead-end.tsx';
import { FlagFlying } from './drawings.tsx';
import { EmptyState } from './empty-state.tsx';
import { EntrySkeleton } from './skeleton.tsx';
import { WaitLine } from './wait-line.tsx';

/** What is to be said of a row that is not on this device (useLive). */
type Missing = 'loading' | 'offline' | 'unavailable' | 'gone';

interface NotHereProps {
  missing: Missing;
  loading: string;
  /** Outlines of entries below it. */
  entries?: number;
  /** As of WaitLine. */
  inList?: boolean;
  /** "… is not on this device yet." */
  title: string;
  /** What loads it. */
  text: string;
  /** In place of the title where the browser has no storage. */
  failed?: string;
  /** Of the subject of a page, with the level of its heading: the way to the feed is offered. */
  deadEnd?: 'h1' | 'h2';
}

/** In place of what is not on this device, and may be on the server. The caller handles what does not exist. */
export function NotHere({ missing, loading, entries = 3, inList, title, text, failed, deadEnd }: NotHereProps) {
  if (missing === 'offline' || missing === 'unavailable') {
    const [name, reason] = missing === 'offline' ? [title, text] : [failed ?? title, deviceNoticeCopy.unavailableText];
    const words = { drawing: <FlagFlying />, title: name, text: reason };
    return deadEnd ? <DeadEnd heading={deadEnd} {...words} /> : <EmptyState {...words} />;
  }
  return (
    <>
      <WaitLine {...(inList && { inList })}>{loading}</WaitLine>
      {entries > 0 && <EntrySkeleton entries={entries} />}
    </>
  );
}

interface Texts {
  none: string;
  loading: string;
  notHere: string;
}

/** The same in one line. `none`: the server has confirmed that there is nothing. */
export const textOfNone = (complete: boolean, missing: Missing, { none, loading, notHere }: Texts): string =>
  complete ? none : missing === 'offline' || missing === 'unavailable' ? notHere : loading;
