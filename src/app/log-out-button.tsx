import { useRouter } from '@tanstack/react-router';
import { LogOutDialog } from '#features/auth/log-out-dialog.tsx';
import { useLogOut } from '#features/auth/use-log-out.ts';
import { shellCopy } from '#copy/shell.ts';
import { LogOutIcon } from '#ui/icons/icons.tsx';
import styles from './log-out-button.module.css';

export function LogOutButton() {
  const router = useRouter();
  const logOut = useLogOut(() => void router.navigate({ to: '/' }));
  return (
    <>
      <button type="button" className={styles.button} onClick={logOut.start}>
        <LogOutIcon />
        {shellCopy.logOut}
      </button>
      <LogOutDialog logOut={logOut} />
    </>
  );
}
