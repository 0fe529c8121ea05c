import { useState } from 'react';
import { accountCopy } from '#copy/account.ts';
import { errorText } from '#copy/errors.ts';
import { formatLongDay } from '#lib/log-time.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toast } from '#ui/toast-store.ts';
import { useNow } from '#ui/use-now.ts';
import styles from './account.module.css';
import { cancelAccountDeletion, requestAccountDeletion } from './mutations.ts';
import { useDeletionDate } from './queries.ts';

/** Requests the deletion of the account or, once requested, shows the time left to cancel it. */
export function DeleteAccount({ onDeleted }: { onDeleted: () => void }) {
  const due = useDeletionDate();
  return due ? <Countdown due={due} /> : <RequestDeletion onDeleted={onDeleted} />;
}

function RequestDeletion({ onDeleted }: { onDeleted: () => void }) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    const result = await requestAccountDeletion();
    setBusy(false);
    setAsking(false);
    if (!result.ok) return setProblem(errorText(result.code));
    // After the next log-in the settings show the date.
    toast(accountCopy.deleted(formatLongDay(new Date(result.dueAt))));
    onDeleted();
  };
  return (
    <div className={styles.part}>
      <h3>{accountCopy.deleteTitle}</h3>
      <p>{accountCopy.deleteText}</p>
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      <div>
        <Button kind="stop" size="s" onClick={() => setAsking(true)}>
          {accountCopy.delete}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={accountCopy.confirmTitle}
        text={accountCopy.confirmText}
        confirmLabel={busy ? accountCopy.deleting : accountCopy.confirm}
        cancelLabel={accountCopy.keep}
        busy={busy}
        onConfirm={() => void remove()}
        onCancel={() => setAsking(false)}
      />
    </div>
  );
}

function Countdown({ due }: { due: Date }) {
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const keep = async () => {
    setBusy(true);
    const code = await cancelAccountDeletion();
    setBusy(false);
    setProblem(code ? errorText(code) : null);
    if (!code) toast(accountCopy.canceled, { tone: 'done' });
  };
  return (
    <div className={styles.part} data-due="true">
      <h3>{accountCopy.dueTitle(due, now)}</h3>
      <p>{accountCopy.dueText(formatLongDay(due))}</p>
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      <div>
        <Button size="s" busy={busy} onClick={() => void keep()}>
          {busy ? accountCopy.canceling : accountCopy.cancel}
        </Button>
      </div>
    </div>
  );
}
