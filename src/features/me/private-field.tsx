import type { ReactNode } from 'react';
import { meCopy } from '#copy/me.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import styles from './profile-form.module.css';

interface PrivateFieldProps {
  label: string;
  checked: boolean;
  /** Absent: the box is locked, because nobody else ever sees this field. */
  onChange?: (checked: boolean) => void;
  children: ReactNode;
}

/** A field with its "Private?" box at the end of the line. */
export function PrivateField({ label, checked, onChange, children }: PrivateFieldProps) {
  return (
    <div className={styles.pair}>
      {children}
      <div className={styles.private}>
        <Checkbox
          label={meCopy.private}
          aria-label={meCopy.privateOf(label)}
          checked={checked}
          disabled={!onChange}
          onChange={(event) => onChange?.(event.target.checked)}
        />
      </div>
    </div>
  );
}
