import type { ReactNode } from 'react';
import { sidebarCopy } from '#copy/sidebar.ts';
import { SidePart } from '#ui/side-part.tsx';
import styles from './board.module.css';

/** §9: five items per board. */
const PLACES = 5;

export interface BoardState {
  /** An empty board is empty on the server too. */
  complete: boolean;
  offline: boolean;
}

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
export function Board({ title, note, isShort = false, empty, complete, offline, children }: BoardProps) {
  const isKnown = children.length > 0 || complete;
  return (
    <SidePart title={title} note={note} aria-busy={!isKnown && !offline}>
      {children.length > 0 ? (
        <ol className={styles.list} data-short={isShort}>
          {children}
        </ol>
      ) : isKnown || offline ? (
        <div className={styles.list} data-short={isShort}>
          <p className={styles.none}>{isKnown ? empty : sidebarCopy.notHereYet}</p>
        </div>
      ) : (
        <div className={styles.list} data-short={isShort} aria-hidden="true">
          {Array.from({ length: PLACES }, (_, place) => (
            <div key={place} className={styles.row} data-blank="true" />
          ))}
        </div>
      )}
    </SidePart>
  );
}
