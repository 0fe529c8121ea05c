import { useRouter } from '@tanstack/react-router';
import { useLogOut } from '#features/auth/use-log-out.ts';
import { authCopy } from '#copy/auth.ts';
import { shellCopy } from '#copy/shell.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
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
      <ConfirmDialog
        open={logOut.unsent !== null}
        title={authCopy.unsentTitle}
        text={authCopy.unsentText(logOut.unsent ?? 0)}
        confirmLabel={authCopy.logOutAnyway}
        cancelLabel={authCopy.stay}
        onConfirm={logOut.anyway}
        onCancel={logOut.stay}
      />
    </>
  );
}
