import { RingIcon } from './icons/icons.tsx';
import styles from './turning-ring.module.css';

/** Something is in progress. It stands still where motion is reduced. */
export const TurningRing = ({ size }: { size?: 's' }) => (
  <RingIcon {...(size && { size })} className={styles.turning} />
);
