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

interface KeptReportsProps {
  kept: readonly Kept[];
  isBusy: boolean;
  onSend: () => void;
  onDiscard: (id: string) => void;
  /** Undefined while the form is shown. */
  onAnother: (() => void) | undefined;
}

/** Reports that are being sent, or wait for a connection. */
export function KeptReports({ kept, isBusy, onSend, onDiscard, onAnother }: KeptReportsProps) {
  useEffect(() => {
    if (isBusy) return undefined;
    const timer = setInterval(onSend, RETRY_MS);
    addEventListener('online', onSend);
    return () => {
      clearInterval(timer);
      removeEventListener('online', onSend);
    };
  }, [isBusy, onSend]);
  const isFailing = kept.some((report) => report.isFailing);
  const waiting = isFailing ? reportCopy.failed : reportCopy.kept(kept.length);
  return (
    <div className={styles.form}>
      <output>{isBusy ? reportCopy.submitting : waiting}</output>
      {kept.map((report) => (
        <KeptReport key={report.id} kept={report} onDiscard={() => onDiscard(report.id)} />
      ))}
      <div className={own.buttons}>
        <Button size="s" busy={isBusy} onClick={onSend}>
          {reportCopy.sendNow}
        </Button>
        {onAnother && (
          <Button kind="outline" size="s" onClick={onAnother}>
            {reportCopy.another}
          </Button>
        )}
      </div>
    </div>
  );
}

function KeptReport({ kept: { about, files, sent, size }, onDiscard }: { kept: Kept; onDiscard: () => void }) {
  return (
    <section className={own.kept} aria-label={reportCopy.about(about)}>
      <div className={own.about}>
        <span>{about}</span>
        <Button kind="danger" size="s" onClick={onDiscard}>
          {reportCopy.discard}
        </Button>
      </div>
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
    </section>
  );
}
