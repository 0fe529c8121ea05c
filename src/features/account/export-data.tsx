import { useState } from 'react';
import { accountCopy } from '#copy/account.ts';
import { errorText } from '#copy/errors.ts';
import { Button } from '#ui/button.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './account.module.css';
import { saveExport } from './mutations.ts';

/** Downloads everything that Rangeday stores about the member. */
export function ExportData() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    const code = await saveExport();
    setBusy(false);
    setProblem(code ? errorText(code) : null);
    if (!code) toast(accountCopy.exported, { tone: 'done' });
  };
  return (
    <div className={styles.part}>
      <h3>{accountCopy.exportTitle}</h3>
      <p>{accountCopy.exportText}</p>
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      <div>
        <Button kind="outline" size="s" busy={busy} onClick={() => void save()}>
          {busy ? accountCopy.exporting : accountCopy.export}
        </Button>
      </div>
    </div>
  );
}
