import { Link } from '#ui/link.tsx';
import { sidebarCopy } from '#copy/sidebar.ts';
import { formatCount } from '#lib/format-count.ts';
import styles from './member-count.module.css';
import { useMemberCount } from './queries.ts';

/** Number of members of Rangeday, a link to their list; nothing while unknown. */
export function MemberCount() {
  const count = useMemberCount();
  return count === null ? null : (
    <Link data-later to="/members" className={styles.count}>
      {sidebarCopy.members(formatCount(count))}
    </Link>
  );
}
