import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { FieldNote } from './field-note.tsx';

interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  label: string;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** One letter before the text. */
  start?: string;
  end?: ReactNode;
}

/** A labelled single-line input. The error replaces the hint, is associated with the input and announced. */
export function Field({ label, hint, error, start, end, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        {start && (
          <span className={styles.start} aria-hidden="true">
            {start}
          </span>
        )}
        <input
          id={id}
          // The room for `start` and `end` is on the sides of the page's direction.
          dir={start || end ? undefined : 'auto'}
          className={cx(styles.input, start && styles.withStart, end ? styles.withEnd : null)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          {...input}
        />
        {end && <span className={styles.end}>{end}</span>}
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}
