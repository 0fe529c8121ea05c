import { useId, type ComponentProps } from 'react';
import { cx } from './class-names.ts';
import styles from './field.module.css';
import { FieldNote } from './field-note.tsx';
import { ChevronDownIcon } from './icons/more-icons.tsx';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends Omit<ComponentProps<'select'>, 'id' | 'children'> {
  label: string;
  options: readonly SelectOption[];
  hint?: string | undefined;
  error?: string | null | undefined;
}

/** One of many options: the native select, which every phone presents best. */
export function Select({ label, options, hint, error, className, ...select }: SelectProps) {
  const id = useId();
  const noteId = `${id}-note`;
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.box}>
        <select
          id={id}
          className={cx(styles.input, styles.select, className)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? noteId : undefined}
          {...select}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDownIcon className={styles.chevron} />
      </div>
      <FieldNote id={noteId} hint={hint} error={error} />
    </div>
  );
}
