import { Link } from '#ui/link.tsx';
import { sidebarCopy } from '#copy/sidebar.ts';
import { formatCount } from '#lib/format-count.ts';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import styles from './member-count.module.css';
import { useMemberCount } from './queries.ts';

/** Number of members of Rangeday, a link to their list; nothing while unknown. */
export function MemberCount() {
  return (
    <ReplicaGate>
      <StoredCount />
    </ReplicaGate>
  );
}

function StoredCount() {
  const count = useMemberCount();
  return count === null ? null : (
    <Link data-later to="/members" className={styles.count}>
      {sidebarCopy.members(formatCount(count))}
    </Link>
  );
}
