import { useId, type ComponentProps } from 'react';
import styles from './field.module.css';
import { FieldNote } from './field-note.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: string;
  error?: string | null | undefined;
}

export function Checkbox({ label, error, ...input }: CheckboxProps) {
  const noteId = useId();
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? noteId : undefined}
        {...input}
      />
      <span>{label}</span>
      <FieldNote id={noteId} error={error} className={styles.checkNote} />
    </label>
  );
}
