import { errorText } from '#copy/errors.ts';
import { videoCopy } from '#copy/video.ts';
import { VideoPlayer } from '#features/photos/video-player.tsx';
import { Button } from '#ui/button.tsx';
import { AlertIcon, CheckIcon } from '#ui/icons/icons.tsx';
import { NoLocationIcon, VideoIcon } from '#ui/icons/more-icons.tsx';
import { TurningRing } from '#ui/turning-ring.tsx';
import type { VideoChoice, VideoProblem } from './use-video.ts';
import { VideoButton } from './video-button.tsx';
import styles from './video-field.module.css';
import { type DraftVideo, useDraftVideo, useDraftVideoSource } from './video-queries.ts';
import { metaOf } from './video-text.ts';

/** The composer's video: why a file was not added, and the preview of the one that was. */
export function VideoField({ video }: { video: VideoChoice }) {
  const { id, checking, isSlow, problem, stop, remove } = video;
  return (
    <div className={styles.field}>
      {checking === null && problem && <Refused problem={problem} video={video} />}
      {checking === null && id !== '' && <Chosen id={id} onRemove={remove} />}
      <div aria-live="polite">
        {checking !== null && (
          <p className={styles.busy}>
            <TurningRing />
            <span>
              {videoCopy.checking}
              <small>{isSlow ? videoCopy.slow : videoCopy.checkingHint}</small>
            </span>
          </p>
        )}
      </div>
      {checking !== null && isSlow && (
        <Button kind="outline" size="s" onClick={stop}>
          {videoCopy.leaveOut}
        </Button>
      )}
    </div>
  );
}

function Chosen({ id, onRemove }: { id: string; onRemove: () => void }) {
  const job = useDraftVideo(id);
  if (job === undefined) return null;
  return (
    <>
      {job && <Preview key={id} job={job} />}
      <div className={styles.line}>
        <p>
          {job ? metaOf({ ...job.picture, seconds: job.seconds ?? null, size: job.size }) : errorText('video_missing')}
        </p>
        <Button kind="danger" size="s" aria-label={videoCopy.removeVideo} onClick={onRemove}>
          {videoCopy.remove}
        </Button>
      </div>
      {job?.picture.located && (
        <p className={styles.note}>
          <NoLocationIcon size="s" />
          {videoCopy.located}
        </p>
      )}
      {job && (
        <p className={styles.fine}>
          <CheckIcon size="s" />
          <span>
            <b>{videoCopy.fine}</b>
            <small>{videoCopy.fineHint}</small>
          </span>
        </p>
      )}
    </>
  );
}

function Preview({ job }: { job: DraftVideo }) {
  const src = useDraftVideoSource(job);
  const { width, height } = job.picture;
  const ratio = Math.max(0.8, width / height || 16 / 9);
  return src && <VideoPlayer src={src} ratio={ratio} label={videoCopy.label} isWanted={false} />;
}

function Refused({ problem: { text, name, facts }, video }: { problem: VideoProblem; video: VideoChoice }) {
  return (
    <>
      <div className={styles.empty}>
        <VideoIcon />
        <b>{name}</b>
        {facts && <span>{metaOf(facts)}</span>}
      </div>
      <p className={styles.error} role="alert">
        <AlertIcon size="s" />
        <span>
          {text}
          <small>{text === videoCopy.format ? videoCopy.formatHint : videoCopy.notAdded}</small>
        </span>
      </p>
      <VideoButton video={video}>{videoCopy.another}</VideoButton>
    </>
  );
}
