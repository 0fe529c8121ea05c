import { useEffect, useState } from 'react';
import { settingsCopy } from '#copy/settings.ts';
import { formatBytes } from '#features/outbox/format.ts';
import { useStatus } from '#features/sync/queries.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TrashIcon } from '#ui/icons/more-icons.tsx';
import { LineSkeleton } from '#ui/skeleton.tsx';
import { toast } from '#ui/toast-store.ts';
import { clearReloadable, measureStorage, type StorageUse } from './mutations.ts';
import { StorageLines } from './storage-lines.tsx';
import styles from './storage-page.module.css';

const copy = settingsCopy.storage;

/** How much this device stores, by kind, and freeing what can be loaded again. */
export function StoragePage() {
  const { fleeting, phase, waiting } = useStatus();
  const [use, setUse] = useState<StorageUse | null>(null);
  const [state, setState] = useState<'measuring' | 'failed' | 'asking' | 'clearing' | null>('measuring');
  // Again when the database has opened, and when something was written or sent.
  const isOpen = phase !== 'opening';
  useEffect(() => {
    let isGone = false;
    void measureStorage().then((found) => {
      if (isGone) return;
      if (found) setUse(found);
      setState((before) => (before === 'measuring' ? (found ? null : 'failed') : before));
    });
    return () => {
      isGone = true;
    };
  }, [isOpen, waiting]);

  const clear = async () => {
    setState('clearing');
    try {
      const freed = await clearReloadable();
      toast(copy.cleared(formatBytes(freed)), { tone: 'done' });
    } catch (error) {
      console.debug('The pictures were not cleared.', error);
      toast(copy.clearFailed, { tone: 'stop' });
    }
    const left = await measureStorage();
    if (left) setUse(left);
    setState(null);
  };
  if (!use) {
    return state === 'failed' ? (
      <p className={styles.note} role="alert">
        {copy.failed}
      </p>
    ) : (
      <>
        <output className={styles.note}>{copy.measuring}</output>
        <LineSkeleton lines={4} />
      </>
    );
  }
  const size = formatBytes(use.reloadable);
  return (
    <div className={styles.page}>
      {fleeting && <p className={styles.note}>{copy.memory}</p>}
      <StorageLines use={use} />
      <div className={styles.foot}>
        {use.reloadable > 0 && (
          <Button kind="outline" wide busy={state === 'clearing'} onClick={() => setState('asking')}>
            {state !== 'clearing' && <TrashIcon size="s" />}
            {state === 'clearing' ? copy.clearing : copy.clear}
          </Button>
        )}
        <p>{use.reloadable > 0 ? copy.frees(size) : copy.nothing}</p>
        <p>{use.estimate ? copy.estimate : copy.unknown}</p>
      </div>
      <ConfirmDialog
        open={state === 'asking'}
        title={copy.askTitle}
        text={copy.askText(size)}
        confirmLabel={copy.confirm}
        cancelLabel={copy.keep}
        onCancel={() => setState(null)}
        onConfirm={() => void clear()}
      />
    </div>
  );
}
