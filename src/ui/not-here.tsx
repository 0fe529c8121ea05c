import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { isUnreachable, type Missing } from '#lib/missing.ts';
import { DeadEnd } from './dead-end.tsx';
import { FlagFlying } from './drawings.tsx';
import { EmptyState } from './empty-state.tsx';
import { EntrySkeleton } from './skeleton.tsx';
import { WaitLine } from './wait-line.tsx';

export interface NotHereProps {
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

/** Shown for rows that are not on this device and may be on the server. The caller shows rows that do not exist. */
export function NotHere({ missing, loading, entries = 3, inList, title, text, failed, deadEnd }: NotHereProps) {
  if (isUnreachable(missing)) {
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
