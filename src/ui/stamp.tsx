import { useEffect, useRef } from 'react';
import { vibrate } from '#lib/haptics.ts';
import { AlertIcon, CheckIcon, ClockIcon, RingIcon } from './icons/icons.tsx';
import styles from './stamp.module.css';

export type StampState = 'queued' | 'sending' | 'sent' | 'refused';

const ICONS = { queued: ClockIcon, sending: RingIcon, sent: CheckIcon, refused: AlertIcon } as const;

interface StampProps {
  state: StampState;
  /** The text; shape, icon and colour repeat it. */
  label: string;
  /** Icon and text without the border, for repeated stamps: a page full of bordered stamps is hard to scan. */
  quiet?: boolean;
}

/** The send state of something the member wrote. The hand feels once when it becomes sent or refused while visible. */
export function Stamp({ state, label, quiet = false }: StampProps) {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if (state === 'sent' || state === 'refused') vibrate(state);
  }, [state]);
  const StampIcon = ICONS[state];
  return (
    <span key={state} className={styles.stamp} data-state={state} data-quiet={quiet}>
      <StampIcon className={styles.icon} />
      {label}
    </span>
  );
}
