import { useId, type ReactNode } from 'react';
import styles from './segmented.module.css';

interface Choice<V extends string> {
  value: V;
  label: string;
  icon?: ReactNode;
}

interface SegmentedProps<V extends string> {
  legend: string;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
}

/** One of a few options with the label beside it: native radios, so arrow keys and screen readers work. */
export function Segmented<V extends string>({ legend, value, choices, onChange }: SegmentedProps<V>) {
  const name = useId();
  return (
    <div className={styles.group} role="radiogroup" aria-labelledby={name}>
      <span id={name} className={styles.legend}>
        {legend}
      </span>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles.choice}>
            <input
              className="sr"
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
            />
            {choice.icon}
            {choice.label}
          </label>
        ))}
      </div>
    </div>
  );
}
