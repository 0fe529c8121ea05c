import { NavLink } from '#ui/link.tsx';
import type { MouseEvent } from 'react';
import { shellCopy } from '#copy/shell.ts';
import { titlesCopy } from '#copy/titles.ts';
import { useIsStaff } from '#features/me/queries.ts';
import { useUnreadMessages } from '#features/messages/unread-queries.ts';
import { UnreadBadge } from '#features/notifications/unread-badge.tsx';
import { useOutbox } from '#features/outbox/queries.ts';
import { CountBadge } from '#ui/badge.tsx';
import { AdminIcon, BellIcon, MailIcon, OutboxIcon, SettingsIcon, UserIcon, UsersIcon } from '#ui/icons/icons.tsx';
import { BookmarkIcon } from '#ui/icons/more-icons.tsx';
import { LogOutButton } from './log-out-button.tsx';
import styles from './log-out-button.module.css';

const closeMenu = (event: MouseEvent<HTMLElement>) =>
  event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover();

/** Links and log-out of the account. The side navigation has its own links to outbox, members and settings. */
export function AccountLinks({ inMenu = false }: { inMenu?: boolean }) {
  const unread = useUnreadMessages();
  const outbox = useOutbox();
  const waiting = outbox.waiting + outbox.refused;
  const isStaff = useIsStaff();
  return (
    <>
      <NavLink data-later to="/messages" className={styles.button} onClick={closeMenu}>
        <MailIcon />
        {titlesCopy.messages}
        <CountBadge count={unread} />
      </NavLink>
      <NavLink data-later to="/notifications" className={styles.button} onClick={closeMenu}>
        <BellIcon />
        {titlesCopy.notifications}
        <UnreadBadge />
      </NavLink>
      {isStaff && (
        <NavLink data-later to="/admin" className={styles.button} onClick={closeMenu}>
          <AdminIcon />
          {titlesCopy.admin}
        </NavLink>
      )}
      <NavLink data-later to="/profile" className={styles.button} onClick={closeMenu}>
        <UserIcon />
        {titlesCopy.profile}
      </NavLink>
      <NavLink data-later to="/saved" className={styles.button} onClick={closeMenu}>
        <BookmarkIcon />
        {titlesCopy.saved}
      </NavLink>
      {inMenu && (
        <>
          <NavLink data-later to="/outbox" className={styles.button} onClick={closeMenu}>
            <OutboxIcon />
            {shellCopy.outbox}
            <CountBadge kind="waiting" count={waiting} label={shellCopy.waiting(waiting)} />
          </NavLink>
          <NavLink data-later to="/members" className={styles.button} onClick={closeMenu}>
            <UsersIcon />
            {titlesCopy.members}
          </NavLink>
          <NavLink data-later to="/settings" className={styles.button} onClick={closeMenu}>
            <SettingsIcon />
            {shellCopy.settings}
          </NavLink>
        </>
      )}
      <LogOutButton />
    </>
  );
}
