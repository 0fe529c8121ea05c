import { postPagesCopy } from '#copy/post-pages.ts';
import { UsersIcon } from '#ui/icons/icons.tsx';
import { FriendIcon, GlobeIcon, LockIcon } from '#ui/icons/more-icons.tsx';
import styles from './composer.module.css';
import type { Audience } from './post-draft.ts';

const ICONS = { public: GlobeIcon, friends: UsersIcon, chosen: FriendIcon, me: LockIcon } as const;

/** Who sees a post. `chosen`: the number of chosen friends. */
export function AudienceName({ audience, chosen }: { audience: Audience; chosen: number }) {
  const Icon = ICONS[audience];
  return (
    <>
      <Icon />
      <span className="sr">{postPagesCopy.whoSees}</span>
      <b>{postPagesCopy.audiences[audience].name}</b>
      {audience === 'chosen' && <span className={styles.count}>{chosen}</span>}
    </>
  );
}
