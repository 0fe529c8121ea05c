import { postPagesCopy } from '#copy/post-pages.ts';
import { Switch } from '#ui/switch.tsx';
import styles from './composer.module.css';

interface PinSwitchProps {
  checked: boolean;
  disabled?: boolean;
  /** Why it is disabled. */
  reason?: string | undefined;
  onChange: (checked: boolean) => void;
}

/** Keeps the post above all others. */
export function PinSwitch({ checked, disabled = false, reason, onChange }: PinSwitchProps) {
  return (
    <div className={styles.pin}>
      <Switch
        label={postPagesCopy.pin}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        {...(reason && { note: reason })}
      />
    </div>
  );
}
