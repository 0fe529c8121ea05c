import { authCopy } from '#copy/auth.ts';
import { outboxScreenCopy } from '#copy/outbox-screen.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import styles from './log-out-dialog.module.css';
import type { LogOut } from './use-log-out.ts';

/** Three choices: send later as me, discard, stay. Nothing is lost without a choice. */
export function LogOutDialog({ logOut: { unsent, busy, later, discard, stay } }: { logOut: LogOut }) {
  if (!unsent) return null;
  const parts = [
    ...unsent.kinds.map(([kind, count]) => outboxScreenCopy.many(kind, count)),
    ...(unsent.drafts > 0 ? [authCopy.unsentDrafts(unsent.drafts)] : []),
  ];
  return (
    <Dialog open role="alertdialog" title={authCopy.unsentTitle} busy={busy} describedBy="unsent-text" onClose={stay}>
      <p id="unsent-text" className={styles.text}>
        {authCopy.unsentText(parts)}
      </p>
      <ul className={styles.ways}>
        <li>
          <Button kind="ink" wide disabled={busy} onClick={later} data-autofocus>
            {authCopy.sendLater}
          </Button>
          <p className={styles.note}>{authCopy.sendLaterNote}</p>
        </li>
        <li>
          <Button kind="danger" wide disabled={busy} onClick={discard}>
            {authCopy.discardAndLeave}
          </Button>
          <p className={styles.note}>{authCopy.discardNote}</p>
        </li>
        <li>
          <Button kind="outline" wide disabled={busy} onClick={stay}>
            {authCopy.stay}
          </Button>
        </li>
      </ul>
    </Dialog>
  );
}
