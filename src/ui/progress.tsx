import { useId } from 'react';
import { uiCopy } from '#copy/ui.ts';
import styles from './progress.module.css';

interface ProgressProps {
  label: string;
  /** 0 to 1; `null` while the total is unknown. */
  value: number | null;
  /** Bytes or steps as text, beneath: "9.1 of 13.6 MB". */
  note?: string;
}

/** A progress bar with ten marks. Without a known total it is empty and labelled as busy. */
export function Progress({ label, value, note }: ProgressProps) {
  const noteId = useId();
  return (
    <div>
      <progress
        className={styles.ruler}
        aria-label={label}
        aria-describedby={note ? noteId : undefined}
        aria-valuetext={value === null ? uiCopy.busy : undefined}
        max={1}
        value={value === null ? undefined : Math.max(0, Math.min(1, value))}
      />
      {note && (
        <p id={noteId} className={styles.note}>
          {note}
        </p>
      )}
    </div>
  );
}
