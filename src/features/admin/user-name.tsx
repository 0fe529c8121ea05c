import { AtName } from '#ui/at-name.tsx';
import { Link } from '#ui/link.tsx';
import type { StaffMember } from '#contract/staff.ts';
import { adminCopy } from '#copy/admin.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import styles from './users.module.css';

export function UserName({ member: { username, profile_image_url, is_banned, is_muted } }: { member: StaffMember }) {
  return (
    <span className={styles.user}>
      <Avatar name={username} src={profile_image_url} size="s" />
      <Link to="/user/$username" params={{ username }} className={styles.name}>
        <AtName name={username} />
      </Link>
      {is_banned && <Badge>{adminCopy.banned}</Badge>}
      {is_muted && <Badge>{adminCopy.muted}</Badge>}
    </span>
  );
}

/** §6: staff see the role. */
export function UserRole({ role }: { role: string }) {
  const label = adminCopy.roles[role] ?? role;
  return role === 'user' ? label : <Badge>{label}</Badge>;
}
