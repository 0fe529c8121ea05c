import { useId, type ComponentProps, type ReactNode } from 'react';
import styles from './choice.module.css';
import { CheckIcon } from './icons/icons.tsx';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'role'> {
  label: string;
  note?: ReactNode;
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
      <Mark aria-describedby={note ? noteId : undefined} {...input} />
    </label>
  );
}

/** A switch whose name is not visible: in a row of a table. */
export const PlainSwitch = ({ label, ...input }: Omit<SwitchProps, 'note'>) => <Mark aria-label={label} {...input} />;

const Mark = (input: ComponentProps<'input'>) => (
  <span className={styles.mark}>
    <input
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its checked state
      role="switch"
      className={styles.input}
      {...input}
    />
    <span className={styles.track}>
      <CheckIcon size="s" />
    </span>
  </span>
);
