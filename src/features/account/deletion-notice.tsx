import { useState } from 'react';
import { accountCopy } from '#copy/account.ts';
import { errorText } from '#copy/errors.ts';
import { formatLongDay } from '#lib/log-time.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import { useNow } from '#ui/use-now.ts';
import styles from './deletion-notice.module.css';
import { cancelAccountDeletion } from './mutations.ts';
import { useDeletionDate } from './queries.ts';

/** On every page while the account is waiting for its deletion, so that nobody loses it by forgetting. */
export function DeletionNotice() {
  const due = useDeletionDate();
  return due && <Countdown due={due} />;
}

function Countdown({ due }: { due: Date }) {
  const now = useNow();
  const [busy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    const code = await cancelAccountDeletion();
    setBusy(false);
    if (code) toast(errorText(code), { tone: 'stop' });
    else toast(accountCopy.canceled, { tone: 'done' });
  };
  return (
    <div className={styles.notice} aria-live="polite" data-later>
      <p>
        <strong>{accountCopy.dueTitle(due, now)}</strong>
        <br />
        {accountCopy.dueText(formatLongDay(due))}
      </p>
      <Button kind="ink" size="s" busy={busy} onClick={() => void keep()}>
        {busy ? accountCopy.canceling : accountCopy.cancel}
      </Button>
    </div>
  );
}
