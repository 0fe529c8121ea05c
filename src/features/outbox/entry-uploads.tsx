import { type ReactNode, useState } from 'react';
import { errorText } from '#copy/errors.ts';
import { entryUploadsCopy, uploadsCopy } from '#copy/media.ts';
import { FileBars, percent } from '#features/media/file-bars.tsx';
import { type FileUpload, useUploadOf } from '#features/media/queries.ts';
import { leaveFilesOut, retryFiles, sendFilesNow } from '#features/media/upload-mutations.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { Stamp } from '#ui/stamp.tsx';
import { toast } from '#ui/toast-store.ts';
import { CancelUpload } from './cancel-upload.tsx';
import styles from './entry-uploads.module.css';

export interface EntryUploadsProps {
  /** An own post that the server has. */
  postId: string;
  /** The server does not have all of these files. */
  awaited?: 'photos' | 'video' | false;
  /** Its author is muted, so the server does not publish it now. */
  isMuted?: boolean;
  children?: ReactNode;
}

/** Below the pictures of an own post: how far the upload of each file is. */
export function EntryUploads({ postId, awaited, isMuted, children }: EntryUploadsProps) {
  const upload = useUploadOf(postId);
  if (upload) return <EntryUpload upload={upload} isMuted={isMuted} />;
  if (upload === undefined || !awaited) return children;
  if (isMuted) {
    return (
      <div className={cx(styles.uploads, styles.line)}>
        <Stamp state="refused" label={entryUploadsCopy.refused} />
        <p>
          {entryUploadsCopy.muted} {entryUploadsCopy.mutedEnd}
        </p>
      </div>
    );
  }
  return (
    <div className={cx(styles.uploads, styles.line)}>
      <Stamp state="queued" label={entryUploadsCopy.waiting} />
      <p>{entryUploadsCopy.elsewhere(awaited === 'video')}</p>
    </div>
  );
}

function EntryUpload({ upload, isMuted }: { upload: FileUpload; isMuted: boolean | undefined }) {
  const [stopping, setStopping] = useState<FileUpload | null>(null);
  const isSent = upload.files.every(({ state }) => state === 'sent');
  const sending = isSent ? entryUploadsCopy.checking : entryUploadsCopy.sending(percent(upload.sent, upload.size));
  const progress = isSent ? entryUploadsCopy.checkingText : `${uploadsCopy.progress(upload.sent, upload.size)}.`;
  const { files, refused, reason, isVideoRefused, isWaitingForWifi } = upload;
  // The storage service gives no reason.
  const why = isMuted ? entryUploadsCopy.muted : reason;
  const leaveOut = async () => {
    const result = await leaveFilesOut(refused);
    if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <div className={styles.uploads}>
      <FileBars files={files} />
      <div className={styles.line}>
        {refused.length > 0 ? (
          <>
            <Stamp state="refused" label={entryUploadsCopy.refused} />
            <p>{isVideoRefused ? uploadsCopy.videoFailed(why) : uploadsCopy.refused(refused.length, why)}</p>
            <Button kind="text" size="s" onClick={() => void retryFiles(refused)}>
              {uploadsCopy.retry}
            </Button>
            <Button kind="text" size="s" onClick={() => void leaveOut()}>
              {entryUploadsCopy.leaveOut}
            </Button>
          </>
        ) : (
          <>
            <Stamp
              state={isWaitingForWifi ? 'queued' : 'sending'}
              label={isWaitingForWifi ? entryUploadsCopy.waiting : sending}
            />
            <p>{isWaitingForWifi ? uploadsCopy.waitsForWifi : progress}</p>
            {isWaitingForWifi && (
              <Button kind="text" size="s" onClick={sendFilesNow}>
                {uploadsCopy.sendNow}
              </Button>
            )}
            <Button kind="text" size="s" aria-label={uploadsCopy.cancel} onClick={() => setStopping(upload)}>
              {entryUploadsCopy.cancel}
            </Button>
          </>
        )}
      </div>
      <CancelUpload upload={stopping} onClose={() => setStopping(null)} />
    </div>
  );
}
