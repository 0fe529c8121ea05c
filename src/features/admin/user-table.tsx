import { FLAGGED_WARNING, type StaffSort } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { formatMonth } from '#lib/log-time.ts';
import { AlertIcon } from '#ui/icons/icons.tsx';
import { UserName, UserRole } from './user-name.tsx';
import type { UserRowsProps } from './user-rows.ts';
import styles from './users.module.css';

/** From 769 px. */
export function UserTable({ members, sort, onSort, actions }: UserRowsProps) {
  const head = (column: StaffSort) => (
    <th scope="col" aria-sort={sort === column ? (column === 'name' ? 'ascending' : 'descending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort(column)}>
        {adminCopy.sorts[column]}
      </button>
    </th>
  );
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="sr">{adminCopy.table}</caption>
        <thead>
          <tr>
            {head('name')}
            <th scope="col">{adminCopy.role}</th>
            {head('posts')}
            {head('comments')}
            <th scope="col">{adminCopy.reports}</th>
            {head('flagged')}
            {head('joined')}
            {actions && <th scope="col">{adminCopy.actions}</th>}
          </tr>
        </thead>
        <tbody>
          {members.map((member) => (
            <tr key={member.id} data-warned={member.flagged_posts >= FLAGGED_WARNING}>
              <th scope="row">
                <UserName member={member} />
              </th>
              <td>
                <UserRole role={member.role} />
              </td>
              <td>{member.post_count ?? adminCopy.unknown}</td>
              <td>{member.comment_count ?? adminCopy.unknown}</td>
              <td>{member.report_count}</td>
              <td>
                <span className={styles.flags}>
                  {member.flagged_posts >= FLAGGED_WARNING && <AlertIcon size="s" />}
                  {member.flagged_posts}
                </span>
              </td>
              <td>{formatMonth(new Date(member.joined_at))}</td>
              {actions && <td>{actions(member)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
