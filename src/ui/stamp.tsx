import { useEffect, useRef } from 'react';
import { AlertIcon, CheckIcon, ClockIcon, RingIcon } from './icons/icons.tsx';
import styles from './stamp.module.css';

export type StampState = 'queued' | 'sending' | 'sent' | 'refused';

const ICONS = { queued: ClockIcon, sending: RingIcon, sent: CheckIcon, refused: AlertIcon } as const;

interface StampProps {
  state: StampState;
  /** The word on it; shape, icon and colour say the same for those who do not read it. */
  label: string;
  /** Icon and word alone, for a second of the same kind in a row: a page full of stamps says nothing. */
  quiet?: boolean;
}

/** What happened to something the member wrote. It lands with one haptic tick when its state changes before their eyes. */
export function Stamp({ state, label, quiet = false }: StampProps) {
  const before = useRef(state);
  useEffect(() => {
    if (before.current === state) return;
    before.current = state;
    if ('vibrate' in navigator && navigator.userActivation?.hasBeenActive) navigator.vibrate(10);
  }, [state]);
  const StampIcon = ICONS[state];
  return (
    <span key={state} className={styles.stamp} data-state={state} data-quiet={quiet}>
      <StampIcon className={styles.icon} />
      {label}
    </span>
  );
}
