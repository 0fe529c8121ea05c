import { lazy, Suspense } from 'react';
import { useRouter } from '@tanstack/react-router';
import { useLogOut } from '#features/auth/use-log-out.ts';
import { shellCopy } from '#copy/shell.ts';
import { LogOutIcon } from '#ui/icons/more-icons.tsx';
import styles from './log-out-button.module.css';

/** Needed only when something is unsent. */
const LogOutDialog = lazy(() =>
  import('#features/auth/log-out-dialog.tsx').then((module) => ({ default: module.LogOutDialog })),
);

export function LogOutButton({ inMenu }: { inMenu: boolean }) {
  const router = useRouter();
  const logOut = useLogOut(() => void router.navigate({ to: '/' }));
  return (
    <>
      <button
        data-later
        data-rail={!inMenu}
        type="button"
        title={inMenu ? undefined : shellCopy.logOut}
        className={styles.button}
        disabled={logOut.busy}
        onClick={logOut.start}
      >
        <LogOutIcon />
        <span className={styles.label}>{shellCopy.logOut}</span>
      </button>
      {logOut.unsent && (
        <Suspense>
          <LogOutDialog logOut={logOut} />
        </Suspense>
      )}
    </>
  );
}
