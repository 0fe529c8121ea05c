import { Avatar, type AvatarProps } from './avatar.tsx';
import styles from './portrait-rings.module.css';

/** Four rings around an avatar; the number of filled rings is the rank, from the outside in. */
const RADII = [54.5, 50.5, 46.5, 42.5];

/** Rings by rank: Fresh Mag dots the outer one, Rookie fills one, Operator two, Sharpshooter three, Veteran all. */
const inked = (rank: number, ring: number): 'ink' | 'dots' | 'rule' => {
  if (rank <= 0) return ring === 0 ? 'dots' : 'rule';
  return ring < Math.min(rank, RADII.length) ? 'ink' : 'rule';
};

/** Hidden from screen readers: the rank's name stands beneath. */
function PortraitRings({ rank }: { rank: number }) {
  return (
    <svg className={styles.rings} viewBox="0 0 116 116" aria-hidden="true">
      <circle className={styles.ground} cx="58" cy="58" r="58" />
      {RADII.map((r, ring) => (
        <circle key={r} className={styles[inked(rank, ring)]} cx="58" cy="58" r={r} />
      ))}
    </svg>
  );
}

/** The rank, large: an avatar with its rings, 0 Fresh Mag … 4 Veteran, as on a profile. */
export function RankedAvatar({ rank, ...portrait }: AvatarProps & { rank: number }) {
  return (
    <span className={styles.ringed} data-size={portrait.size}>
      <PortraitRings rank={rank} />
      <Avatar {...portrait} />
    </span>
  );
}
