import { errorText } from '#copy/errors.ts';
import { uploadsCopy } from '#copy/media.ts';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import { toast } from '#ui/toast-store.ts';
import { FileBars } from './file-bars.tsx';
import type { FileUpload } from './queries.ts';
import { leaveCommentImageOut, leaveFilesOut, retryFiles, sendFilesNow } from './upload-mutations.ts';
import styles from './uploads.module.css';

interface UploadsProps {
  uploads: readonly FileUpload[];
  /** Posts that were not sent yet. */
  waiting: readonly string[];
  /** The member does not want to wait for them. */
  onCancel: (upload: FileUpload) => void;
}

/** Files that are uploaded after their post, in the outbox. */
export function Uploads({ uploads, waiting, onCancel }: UploadsProps) {
  if (uploads.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="uploads">
      <h2 id="uploads" className={styles.title}>
        {uploadsCopy.title}
      </h2>
      <ul>
        {uploads.map((upload) => (
          <Upload
            key={upload.entity_id}
            upload={upload}
            isWaiting={waiting.includes(upload.entity_id)}
            onCancel={() => onCancel(upload)}
          />
        ))}
      </ul>
    </section>
  );
}

interface UploadProps {
  upload: FileUpload;
  isWaiting: boolean;
  onCancel: () => void;
}

function Upload({ upload, isWaiting, onCancel }: UploadProps) {
  const {
    ids,
    files,
    label,
    isComment,
    photos,
    videos,
    sent,
    size,
    refused,
    reason,
    isVideoRefused,
    isWaitingForWifi,
    isOfPost,
  } = upload;
  const name = label || (isComment ? uploadsCopy.comment : uploadsCopy.untitled);
  const leaveOut = async (files: readonly string[]) => {
    const result = await (isComment ? leaveCommentImageOut(upload.entity_id, files) : leaveFilesOut(files));
    if (!result.ok) toast(errorText(result.code), { tone: 'stop' });
  };
  return (
    <li className={styles.upload} data-key={upload.entity_id}>
      <h3>{name}</h3>
      <Progress
        label={uploadsCopy.label(name)}
        value={size > 0 ? sent / size : 0}
        note={`${uploadsCopy.files(photos, videos)} · ${uploadsCopy.progress(sent, size)}`}
      />
      {files.length > 1 && !isWaiting && <FileBars files={files} />}
      {isWaiting && <p className={styles.note}>{uploadsCopy.waiting}</p>}
      {isWaitingForWifi && !isWaiting && (
        <p className={styles.note}>
          {uploadsCopy.waitsForWifi}
          <Button kind="text" size="s" onClick={sendFilesNow}>
            {uploadsCopy.sendNow}
          </Button>
        </p>
      )}
      {refused.length > 0 && (
        <div className={styles.refused}>
          <p>{isVideoRefused ? uploadsCopy.videoFailed(reason) : uploadsCopy.refused(refused.length, reason)}</p>
          <Button kind="text" size="s" onClick={() => void retryFiles(refused)}>
            {uploadsCopy.retry}
          </Button>
          <Button kind="danger" size="s" onClick={() => void leaveOut(refused)}>
            {uploadsCopy.leaveOut}
          </Button>
        </div>
      )}
      {!isWaiting && (
        <p className={styles.note}>
          <Button kind="text" size="s" onClick={isOfPost ? onCancel : () => void leaveOut(ids)}>
            {uploadsCopy.cancel}
          </Button>
        </p>
      )}
    </li>
  );
}
