import { useEffect } from 'react';
import { reportCopy } from '#copy/info.ts';
import { entryUploadsCopy, mediaCopy, uploadsCopy } from '#copy/media.ts';
import { Button } from '#ui/button.tsx';
import styles from '#ui/form.module.css';
import { Progress } from '#ui/progress.tsx';
import own from './report-form.module.css';
import type { KeptFile, KeptReport as Kept } from './queries.ts';

/** Of a stored file it is the name that the server has. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Also without the database of posts, whose connection sends it otherwise. */
const RETRY_MS = 15_000;

export function uploadState({ state, sent, size }: KeptFile): string {
  if (state === 'refused') return entryUploadsCopy.refused;
  if (state === 'sent') return entryUploadsCopy.arrived(size);
  return state === 'sending' ? entryUploadsCopy.sending(Math.floor((sent / size) * 100)) : entryUploadsCopy.waiting;
}

interface KeptReportProps {
  kept: Kept;
  isBusy: boolean;
  onSend: () => void;
  onDiscard: () => void;
}

/** A report that is being sent, or waits for a connection. */
export function KeptReport({ kept, isBusy, onSend, onDiscard }: KeptReportProps) {
  useEffect(() => {
    if (isBusy) return undefined;
    const timer = setInterval(onSend, RETRY_MS);
    addEventListener('online', onSend);
    return () => {
      clearInterval(timer);
      removeEventListener('online', onSend);
    };
  }, [isBusy, onSend]);
  const { files, sent, size, isFailing } = kept;
  return (
    <div className={styles.form}>
      <output>{isBusy ? reportCopy.submitting : isFailing ? reportCopy.failed : reportCopy.kept}</output>
      {files.length > 0 && (
        <>
          <Progress
            label={reportCopy.progress}
            value={size > 0 ? sent / size : 0}
            note={uploadsCopy.progress(sent, size)}
          />
          <ul className={own.list} aria-label={reportCopy.chosen(files.length)}>
            {files.map((file) => (
              <li key={file.path}>
                <span>{fileName(file.path)}</span>
                <span className={styles.quiet}>{mediaCopy.size(file.size)}</span>
                <span className={styles.quiet}>{uploadState(file)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <div className={own.buttons}>
        <Button size="s" busy={isBusy} onClick={onSend}>
          {reportCopy.sendNow}
        </Button>
        <Button kind="danger" size="s" onClick={onDiscard}>
          {reportCopy.discard}
        </Button>
      </div>
    </div>
  );
}
