import { useId } from 'react';
import { useMe } from '#features/me/queries.ts';
import { shellCopy } from '#copy/shell.ts';
import { Avatar } from '#ui/avatar.tsx';
import { UserIcon } from '#ui/icons/icons.tsx';
import styles from './account-menu.module.css';
import dock from './dock.module.css';
import { LaterAccountLinks, LaterUnreadNotifications } from './parts.ts';
import { useAccountName } from './use-account.ts';

/** The account's menu: from the avatar on tablets, from the dock on phones. Escape and outside taps close it. */
export function AccountMenu({ within }: { within: 'bar' | 'dock' }) {
  const id = useId();
  const me = useMe();
  const name = useAccountName();
  return (
    <>
      {within === 'dock' ? (
        <button type="button" className={dock.item} popoverTarget={id}>
          <UserIcon />
          <span>
            {shellCopy.you}
            <span className="sr">: {shellCopy.account}</span>
          </span>
          <LaterUnreadNotifications isInDock />
        </button>
      ) : (
        <button type="button" className={styles.hit} popoverTarget={id} aria-label={shellCopy.account}>
          <Avatar name={name} src={me?.profile_image_url ?? null} size="s" />
        </button>
      )}
      <div id={id} popover="auto" className={styles.menu} data-within={within}>
        <p className={styles.name}>{shellCopy.signedInAs(name)}</p>
        <LaterAccountLinks inMenu />
      </div>
    </>
  );
}
