import { useId, type ComponentProps } from 'react';
import styles from './choice.module.css';
import { FieldNote } from './field-note.tsx';
import { CheckIcon } from './icons/icons.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  label: string;
  hint?: string | undefined;
  error?: string | null | undefined;
}

/** A checkbox. The native input lies transparent over our drawing; the whole row is the target. */
export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const noteId = useId();
  return (
    <label className={styles.line}>
      <span className={styles.mark}>
        <input
          type="checkbox"
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          {...input}
        />
        <span className={styles.box}>
          <CheckIcon size="s" />
        </span>
      </span>
      <span>{label}</span>
      <FieldNote id={noteId} hint={hint} error={error} className={styles.note} />
    </label>
  );
}
