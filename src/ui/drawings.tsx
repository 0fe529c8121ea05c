import type { ReactNode } from 'react';
import styles from './drawings.module.css';

function Drawing({ children }: { children: ReactNode }) {
  return (
    <svg className={styles.drawing} viewBox="0 0 112 96" aria-hidden="true">
      {children}
    </svg>
  );
}

/** Fresh paper: nothing here yet. */
export function FreshTarget() {
  return (
    <Drawing>
      <path className={styles.line} d="M30 92V20M82 92V20" />
      <path className={styles.paper} d="M22 14h68v56H22Z" />
      <circle className={styles.fine} cx="56" cy="42" r="22" />
      <circle className={styles.fine} cx="56" cy="42" r="14" />
      <circle className={styles.ink} cx="56" cy="42" r="5" />
      <path className={styles.fine} d="M8 92h96" />
      <path className={styles.line} d="M36 14v-6h8v6M68 14v-6h8v6" />
    </Drawing>
  );
}

/** Flag flying: not on this device, no signal to fetch it. */
export function FlagFlying() {
  return (
    <Drawing>
      <path className={styles.line} d="M24 90V6M14 90h20" />
      <path className={styles.flag} d="M26 10c14-8 24 6 38 2 8-2 12-5 22-1v36c-10-4-14-1-22 1-14 4-24-10-38-2Z" />
      <path className={styles.fine} d="M4 90h6M38 90h66M46 74c16-8 28 2 56-6" />
    </Drawing>
  );
}

/** Flag hanging low: everything has gone out. */
export function FlagLow() {
  return (
    <Drawing>
      <path className={styles.line} d="M48 90V8M38 90h20" />
      <path
        className={styles.cold}
        d="M50 32c9 .6 20 3 24 8-1.6 8 1.5 16-.8 24-.8 3-1 6.5.4 10-4.6 1-7.6-1-10-3.4-1.5-8 1.8-12.7-3.2-18.5C57.7 49 53.6 48 50 48Z"
      />
      <path className={styles.fine} d="M4 90h28M64 90h44M4 76c16-9 26-4 36-8M84 70c10-3 14 0 24-4" />
    </Drawing>
  );
}

/** Bare frame, corners left behind: it is gone. */
export function BareFrame() {
  return (
    <Drawing>
      <path className={styles.line} d="M26 92V16M86 92V16M26 22h60M26 68h60M36 18v10M74 18v10" />
      <path className={styles.paper} d="M33 26h7v9l-5-2ZM71 26h8v7l-4 4Z" />
      <path className={styles.fine} d="M8 92h96M92 88l12-8-4 12" />
    </Drawing>
  );
}
