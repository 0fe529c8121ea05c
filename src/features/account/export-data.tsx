import { useState } from 'react';
import { accountCopy } from '#copy/account.ts';
import { errorText } from '#copy/errors.ts';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './account.module.css';
import { type ExportProgress, saveExport } from './mutations.ts';

/** Downloads everything that Rangeday stores about the member. */
export function ExportData() {
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<ExportProgress | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const save = async () => {
    setBusy(true);
    setProblem(null);
    const result = await saveExport(accountCopy.archive, setProgress);
    setBusy(false);
    setProgress(null);
    // The server names its limit per day.
    if (!result.ok) setProblem((result.code === 'rate_limited' && result.message) || errorText(result.code));
    else if (result.failed.length > 0) setProblem(accountCopy.exportFailed(result.failed.length));
    else toast(accountCopy.exported, { tone: 'done' });
  };
  return (
    <div className={styles.part}>
      <h3>{accountCopy.exportTitle}</h3>
      <p>{accountCopy.exportText}</p>
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      {progress && progress.total > 0 && (
        <Progress
          label={accountCopy.exportProgress}
          value={progress.done / progress.total}
          note={accountCopy.exportFiles(progress.done, progress.total)}
        />
      )}
      <div>
        <Button kind="outline" size="s" busy={busy} onClick={() => void save()}>
          {busy ? accountCopy.exporting : accountCopy.export}
        </Button>
      </div>
    </div>
  );
}
