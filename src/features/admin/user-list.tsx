import { FLAGGED_WARNING } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { formatMonth } from '#lib/log-time.ts';
import { AlertIcon } from '#ui/icons/icons.tsx';
import { UserName, UserRole } from './user-name.tsx';
import type { UserRowsProps } from './user-rows.ts';
import styles from './users.module.css';

/** The table under 769 px. */
export function UserList({ members, actions }: UserRowsProps) {
  return (
    <ul className={styles.list} aria-label={adminCopy.table}>
      {members.map((member) => (
        <li key={member.id} data-warned={member.flagged_posts >= FLAGGED_WARNING}>
          <span className={styles.pair}>
            <UserName member={member} />
            <UserRole role={member.role} />
          </span>
          <span className={styles.meta}>
            {`${adminCopy.counts(member.post_count, member.comment_count)} · ${formatMonth(new Date(member.joined_at))}`}
          </span>
          <span className={styles.meta}>{adminCopy.reported(member.report_count)}</span>
          <span className={styles.pair}>
            <span className={styles.flags}>
              {member.flagged_posts >= FLAGGED_WARNING && <AlertIcon size="s" />}
              {adminCopy.flagged(member.flagged_posts)}
            </span>
            {actions?.(member)}
          </span>
        </li>
      ))}
    </ul>
  );
}
