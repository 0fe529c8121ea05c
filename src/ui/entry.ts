import { cx } from './class-names.ts';
import styles from './entry.module.css';
import type { StampState } from './stamp.tsx';

/**
 * unsent: not sent yet. stopped: needs the member's action. sent: in the list of what was sent. linked: the address of
 * the page names it.
 */
export type Margin = 'unsent' | 'stopped' | 'sent' | 'linked';

/** Props of a log line: a grid of margin and column. Without `margin` the double ledger rule. */
export const entryProps = (className?: string, margin?: Margin | false | null) => ({
  className: cx(styles.entry, className),
  'data-margin': margin || undefined,
});

/** The margin of something of the member's own, in a list in which what was sent is a normal entry. */
export const marginOf = (state: StampState | null | undefined): Margin | undefined =>
  state === 'refused' ? 'stopped' : state === 'queued' || state === 'sending' ? 'unsent' : undefined;
