import { Drawing } from './drawing.tsx';
import styles from './drawings.module.css';

/** No connection, unknown page: loaded by later-drawings.ts. The others are in quiet-drawings.tsx. */

/** Flag up: not on this device and no signal to load it. */
export function FlagFlying() {
  return (
    <Drawing>
      <path className={styles.line} d="M24 90V6M14 90h20" />
      <path className={styles.flag} d="M26 10c14-8 24 6 38 2 8-2 12-5 22-1v36c-10-4-14-1-22 1-14 4-24-10-38-2Z" />
      <path className={styles.fine} d="M4 90h6M38 90h66M46 74c16-8 28 2 56-6" />
    </Drawing>
  );
}

/** Empty frame: deleted. */
export function BareFrame() {
  return (
    <Drawing>
      <path className={styles.line} d="M26 92V16M86 92V16M26 22h60M26 68h60M36 18v10M74 18v10" />
      <path className={styles.paper} d="M33 26h7v9l-5-2ZM71 26h8v7l-4 4Z" />
      <path className={styles.fine} d="M8 92h96M92 88l12-8-4 12" />
    </Drawing>
  );
}
