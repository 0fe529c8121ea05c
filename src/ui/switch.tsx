import { useId, type ComponentProps } from 'react';
import styles from './choice.module.css';
import { CheckIcon } from './icons/icons.tsx';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'role'> {
  label: string;
  note?: string;
}

/** A setting that takes effect immediately. A check mark repeats what the colour shows. */
export function Switch({ label, note, ...input }: SwitchProps) {
  const noteId = useId();
  return (
    <label className={styles.switchLine}>
      <span>
        {label}
        {note && (
          <span id={noteId} className={styles.choiceNote}>
            {note}
          </span>
        )}
      </span>
      <span className={styles.mark}>
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its checked state
          role="switch"
          className={styles.input}
          aria-describedby={note ? noteId : undefined}
          {...input}
        />
        <span className={styles.track}>
          <CheckIcon size="s" />
        </span>
      </span>
    </label>
  );
}
