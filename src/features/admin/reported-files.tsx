import { useEffect, useRef, useState } from 'react';
import { readVideoName } from '#contract/video-name.ts';
import { adminCopy } from '#copy/admin.ts';
import { mediaCopy } from '#copy/media.ts';
import { errorText } from '#copy/errors.ts';
import { useOffline } from '#features/moderation/queries.ts';
import { clock } from '#features/photos/video-text.ts';
import { Button } from '#ui/button.tsx';
import { EyeIcon } from '#ui/icons/more-icons.tsx';
import { toast } from '#ui/toast-store.ts';
import styles from './case.module.css';
import { loadReportedFile, notePictureView } from './mutations.ts';
import { type ReportedFile, useReportedFiles } from './queries.ts';

/** A reported post's files, each loaded on request, which is logged, and dropped from memory when hidden. */
export function ReportedFiles({ postId }: { postId: string }) {
  return useReportedFiles(postId).map((file) => <File key={file.url} postId={postId} file={file} />);
}

const sizeOf = ({ url }: ReportedFile): string => {
  const facts = readVideoName(url);
  return facts ? adminCopy.videoSize(clock(facts.seconds), mediaCopy.size(facts.bytes)) : '';
};

function File({ postId, file }: { postId: string; file: ReportedFile }) {
  const [src, setSrc] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const offline = useOffline();
  /** Of the file that is shown or loading: ends the loading, and removes it from memory. */
  const shown = useRef<AbortController | null>(null);
  useEffect(() => () => shown.current?.abort(), []);
  const { kind, url, preview, alt } = file;
  const isVideo = kind === 'video';
  // The app may show a picture of the gif provider, but not read it (Content-Security-Policy).
  const isElsewhere = kind === 'gif' && !url.startsWith('/');
  const show = async () => {
    const { signal } = (shown.current = new AbortController());
    setBusy(true);
    const noted = await notePictureView(postId, url);
    const reply = noted.ok && !isElsewhere ? await loadReportedFile(url, signal) : noted;
    if (signal.aborted) return;
    setBusy(false);
    if (!reply.ok) return toast(reply.message || errorText(reply.code), { tone: 'stop' });
    if (reply.body === true) return setSrc(url);
    const address = URL.createObjectURL(reply.body);
    signal.addEventListener('abort', () => URL.revokeObjectURL(address));
    setSrc(address);
  };
  const hide = () => {
    shown.current?.abort();
    setSrc(null);
  };
  const fail = () => {
    hide();
    toast(adminCopy.fileFailed, { tone: 'stop' });
  };
  return (
    <figure className={styles.evidence}>
      {src ? (
        <>
          <div data-shown="true">
            {isVideo ? (
              // oxlint-disable-next-line jsx-a11y/media-has-caption -- as it was posted
              <video src={src} controls aria-label={adminCopy.videoAlt} />
            ) : (
              <img src={src} alt={alt || adminCopy.pictureAlt} referrerPolicy="no-referrer" onError={fail} />
            )}
          </div>
          <Button kind="outline" size="s" onClick={hide}>
            {isVideo ? adminCopy.hideVideo : adminCopy.hidePicture}
          </Button>
        </>
      ) : (
        <div data-shown="false" className={styles.covered}>
          {preview && <img src={preview} alt="" />}
          <div>
            <Button kind="outline" busy={isBusy} disabled={offline} onClick={() => void show()}>
              <EyeIcon size="s" />
              {isVideo ? adminCopy.showVideo(sizeOf(file)) : adminCopy.showPicture}
            </Button>
            <p>{offline ? adminCopy.needsNetwork : adminCopy.pictureNote}</p>
          </div>
        </div>
      )}
    </figure>
  );
}
