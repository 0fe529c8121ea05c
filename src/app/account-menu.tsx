import { useId } from 'react';
import { useMe } from '#features/people/queries.ts';
import { shellCopy } from '#copy/shell.ts';
import { Avatar } from '#ui/avatar.tsx';
import styles from './account-menu.module.css';
import { LogOutButton } from './log-out-button.tsx';
import { useAccountName } from './use-account-name.ts';

/** Phones and tablets: the portrait opens who is signed in and the way out. A native popover: Escape and outside taps close it. */
export function AccountMenu() {
  const id = useId();
  const me = useMe();
  const name = useAccountName();
  return (
    <>
      <button type="button" className={styles.hit} popoverTarget={id} aria-label={shellCopy.account}>
        <Avatar name={name} src={me?.profile_image_url ?? null} size="s" />
      </button>
      <div id={id} popover="auto" className={styles.menu}>
        <p className={styles.name}>{shellCopy.signedInAs(name)}</p>
        <LogOutButton />
      </div>
    </>
  );
}
