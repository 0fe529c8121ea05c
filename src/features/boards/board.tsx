import type { ReactNode } from 'react';
import { sidebarCopy } from '#copy/sidebar.ts';
import type { Live } from '#features/replica/use-live.ts';
import { isUnreachable, textOfNone } from '#lib/missing.ts';
import { SidePart } from '#ui/side-part.tsx';
import styles from './board.module.css';

/** §9: five items per board. */
const PLACES = 5;

/** `complete`: an empty board is empty on the server too. */
export type BoardState = Pick<Live<unknown>, 'complete' | 'missing'>;

interface BoardProps extends BoardState {
  title: string;
  /** Of the figures. */
  note?: string;
  /** Two columns on a phone. */
  isShort?: boolean;
  empty: string;
  children: readonly ReactNode[];
}

/** A short ranked list beside the feed. While it loads it keeps its height, so that nothing below it moves. */
export function Board({ title, note, isShort = false, empty, complete, missing, children }: BoardProps) {
  const isLoading = children.length === 0 && !complete && !isUnreachable(missing);
  return (
    <SidePart title={title} note={note} aria-busy={isLoading}>
      {children.length > 0 ? (
        <ol className={styles.list} data-short={isShort}>
          {children}
        </ol>
      ) : isLoading ? (
        <div className={styles.list} data-short={isShort} aria-hidden="true">
          {Array.from({ length: PLACES }, (_, place) => (
            <div key={place} className={styles.row} data-blank="true" />
          ))}
        </div>
      ) : (
        <div className={styles.list} data-short={isShort}>
          <p className={styles.none}>
            {textOfNone(complete, missing, { none: empty, loading: '', notHere: sidebarCopy.notHereYet })}
          </p>
        </div>
      )}
    </SidePart>
  );
}
