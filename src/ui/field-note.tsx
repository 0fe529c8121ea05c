import type { ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { AlertIcon } from './icons/icons.tsx';

interface FieldNoteProps {
  id: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  className?: string | undefined;
}

/** The live region is always mounted, or screen readers miss the first error. */
export function FieldNote({ id, hint, error, className }: FieldNoteProps) {
  return (
    <div id={id} aria-live="polite" className={className}>
      {error ? (
        <p data-later className={cx(styles.note, styles.error)}>
          <AlertIcon size="s" />
          {error}
        </p>
      ) : hint ? (
        <p className={styles.note}>{hint}</p>
      ) : null}
    </div>
  );
}
