import { useId, type ComponentProps } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { FieldNote } from './field-note.tsx';
import { GrowingTextarea } from './growing-textarea.tsx';

interface TextAreaProps extends Omit<ComponentProps<'textarea'>, 'id' | 'value'> {
  label: string;
  value: string;
  hint?: string | undefined;
  error?: string | null | undefined;
}

/** A labelled multi-line text that grows with its content; `rows` is the minimum. */
export function TextArea({ label, hint, error, rows = 3, className, ...area }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <GrowingTextarea
        id={id}
        rows={rows}
        className={cx(styles.input, styles.area, className)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? noteId : undefined}
        {...area}
      />
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}
