import { NavLink } from '#ui/link.tsx';
import type { LinkProps } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { messagesCopy } from '#copy/messages.ts';
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

interface AccountLinkProps {
  to: NonNullable<LinkProps['to']>;
  icon: ReactNode;
  label: string;
  badge?: ReactNode;
  inMenu: boolean;
}

const AccountLink = ({ to, icon, label, badge, inMenu }: AccountLinkProps) => (
  <NavLink
    data-later
    data-rail={!inMenu}
    to={to}
    title={inMenu ? undefined : label}
    className={styles.button}
    onClick={closeMenu}
  >
    {icon}
    <span className={styles.label}>{label}</span>
    {badge && <span className={styles.count}>{badge}</span>}
  </NavLink>
);

/** Links and log-out of the account. The side navigation has its own links to outbox, members and settings. */
export function AccountLinks({ inMenu = false }: { inMenu?: boolean }) {
  const unread = useUnreadMessages();
  const outbox = useOutbox();
  const waiting = outbox.waiting + outbox.refused;
  const isStaff = useIsStaff();
  const shared = { inMenu };
  return (
    <>
      <AccountLink
        {...shared}
        to="/messages"
        icon={<MailIcon />}
        label={titlesCopy.messages}
        badge={<CountBadge count={unread} label={messagesCopy.unreadCount(unread)} />}
      />
      <AccountLink
        {...shared}
        to="/notifications"
        icon={<BellIcon />}
        label={titlesCopy.notifications}
        badge={<UnreadBadge />}
      />
      {isStaff && <AccountLink {...shared} to="/admin" icon={<AdminIcon />} label={titlesCopy.admin} />}
      <AccountLink {...shared} to="/profile" icon={<UserIcon />} label={titlesCopy.profile} />
      <AccountLink {...shared} to="/saved" icon={<BookmarkIcon />} label={titlesCopy.saved} />
      {inMenu && (
        <>
          <AccountLink
            {...shared}
            to="/outbox"
            icon={<OutboxIcon />}
            label={shellCopy.outbox}
            badge={<CountBadge kind="waiting" count={waiting} label={shellCopy.waiting(waiting)} />}
          />
          <AccountLink {...shared} to="/members" icon={<UsersIcon />} label={titlesCopy.members} />
          <AccountLink {...shared} to="/settings" icon={<SettingsIcon />} label={shellCopy.settings} />
        </>
      )}
      <LogOutButton inMenu={inMenu} />
    </>
  );
}
