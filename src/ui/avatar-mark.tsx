import styles from './avatar-mark.module.css';
import type { icon } from './icons/icon.tsx';

/** A round icon over the corner of a picture: what its entry is about. The box of both is positioned. */
export const AvatarMark = ({ icon: Icon }: { icon: ReturnType<typeof icon> }) => (
  <Icon size="s" className={styles.mark} />
);
