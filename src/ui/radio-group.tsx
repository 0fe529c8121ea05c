import { useId, type ReactNode } from 'react';
import styles from './choice.module.css';
import { FieldNote } from './field-note.tsx';

export interface RadioChoice<V extends string> {
  value: V;
  label: string;
  note?: ReactNode;
  disabled?: boolean;
}

interface RadioGroupProps<V extends string> {
  legend: string;
  value: V | null;
  choices: readonly RadioChoice<V>[];
  onChange: (value: V) => void;
  error?: string | null | undefined;
}

/** One of several options, stacked. Native radios: arrow keys move and choose. */
export function RadioGroup<V extends string>({ legend, value, choices, onChange, error }: RadioGroupProps<V>) {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-note` : undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.line}>
          <span className={styles.mark}>
            <input
              type="radio"
              className={styles.input}
              name={id}
              value={choice.value}
              checked={choice.value === value}
              disabled={choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span className={styles.ring} />
          </span>
          <span>
            {choice.label}
            {choice.note && <span className={styles.choiceNote}>{choice.note}</span>}
          </span>
        </label>
      ))}
      <FieldNote id={`${id}-note`} error={error} />
    </fieldset>
  );
}
