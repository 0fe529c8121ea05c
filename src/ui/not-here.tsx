import type { ReactNode } from 'react';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { FlagFlying } from './drawings.tsx';
import { EmptyState } from './empty-state.tsx';
import { EntrySkeleton } from './skeleton.tsx';
import styles from './not-here.module.css';

/** What is to be said of a row that is not on this device (useLive). */
type Missing = 'loading' | 'offline' | 'unavailable' | 'gone';

interface NotHereProps {
  missing: Missing;
  loading: string;
  /** Outlines of entries below it. */
  entries?: number;
  /** "… is not on this device yet." */
  title: string;
  /** What loads it. */
  text: string;
  /** In place of the title where the browser has no storage. */
  failed?: string;
  heading?: 'h1' | 'h2';
  action?: ReactNode;
  /** Of the line while it loads. */
  waitClass?: string | undefined;
}

/** In place of what is not on this device, and may be on the server. What does not exist is for the caller. */
export function NotHere({
  missing,
  loading,
  entries = 3,
  title,
  text,
  failed,
  waitClass = styles.wait,
  ...rest
}: NotHereProps) {
  if (missing === 'offline' || missing === 'unavailable') {
    const [name, reason] = missing === 'offline' ? [title, text] : [failed ?? title, deviceNoticeCopy.unavailableText];
    return <EmptyState drawing={<FlagFlying />} title={name} text={reason} {...rest} />;
  }
  return (
    <>
      <output className={waitClass}>{loading}</output>
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
