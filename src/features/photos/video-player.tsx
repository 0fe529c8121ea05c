import { useEffect, useRef, useState } from 'react';
import { clipCopy } from '#copy/clip.ts';
import { Button } from '#ui/button.tsx';
import { Gloved } from '#ui/gloved.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ExpandIcon, MuteIcon, PauseIcon, PlayIcon, SoundIcon } from '#ui/icons/more-icons.tsx';
import { PhotoBox } from '#ui/photo.tsx';
import { clock, errorName } from './video-text.ts';
import styles from './video-player.module.css';

/** §9 */
const VOLUME = 0.7;
const SKIP_S = 10;

interface VideoPlayerProps {
  src: string;
  /** Width divided by height. */
  ratio: number;
  label: string;
  /** It was pressed: it starts at once. */
  isWanted: boolean;
  /** It may only be on another device of its author. */
  isAwaited?: boolean;
  /** Shown blurred until the first picture has loaded, and when it cannot load. */
  preview?: string | null;
}

/** A video with our controls, hidden while it plays untouched. Pauses when scrolled off the screen. */
export function VideoPlayer({ src, ratio, label, isWanted, isAwaited, preview }: VideoPlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState({ playing: false, muted: false, failed: false, at: 0, length: 0 });
  /** Where it begins: at the first picture, which stands for a poster, or where it failed. */
  const [start, setStart] = useState(0.1);
  const change = (part: Partial<typeof state>) => setState((before) => ({ ...before, ...part }));
  const { areShown, show } = useIdleControls(state.playing);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    element.volume = VOLUME;
    const watcher = new IntersectionObserver(([entry]) => {
      if (entry && !entry.isIntersecting) element.pause();
    });
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [state.failed]);

  const place = (
    <>
      <PhotoBox ratio={ratio} />
      {preview && <img className={styles.preview} src={preview} alt="" />}
    </>
  );
  const toggle = () => {
    const element = video.current;
    if (!element) return;
    // A refused start leaves it paused, and a failure is reported by `error`.
    if (element.paused) void element.play().catch(() => undefined);
    else element.pause();
  };
  const skip = (seconds: number) => {
    if (video.current) video.current.currentTime += seconds;
  };
  if (state.failed) {
    return (
      <div className={styles.player}>
        {place}
        <div className={styles.failed}>
          <p>{isAwaited ? clipCopy.awaited : clipCopy.failed}</p>
          {!isAwaited && (
            <Button kind="text" size="s" onClick={() => change({ failed: false })}>
              {clipCopy.loadAgain}
            </Button>
          )}
        </div>
      </div>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only shows the controls again; each of them is a button
    <section
      aria-label={label}
      className={styles.player}
      data-controls={areShown}
      onPointerMove={show}
      onPointerDown={show}
      onFocus={show}
      onKeyDown={show}
    >
      {place}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- members' videos come without captions */}
      <video
        ref={video}
        className={styles.video}
        src={`${src}#t=${start}`}
        playsInline
        autoPlay={isWanted}
        preload="metadata"
        onClick={toggle}
        onPlay={() => change({ playing: true })}
        onPause={() => change({ playing: false })}
        onEnded={() => change({ playing: false })}
        onVolumeChange={(event) => change({ muted: event.currentTarget.muted })}
        onTimeUpdate={(event) => change({ at: event.currentTarget.currentTime })}
        onDurationChange={(event) => change({ length: event.currentTarget.duration || 0 })}
        onError={(event) => {
          console.warn(`Video: ${errorName(event.currentTarget.error?.code)}`);
          setStart((before) => state.at || before);
          change({ failed: true, playing: false });
        }}
      />
      <div className={styles.bar}>
        <IconButton quiet label={state.playing ? clipCopy.pause : clipCopy.play} onClick={toggle}>
          {state.playing ? <PauseIcon /> : <PlayIcon />}
        </IconButton>
        <input
          className={styles.seek}
          type="range"
          min={0}
          max={state.length || 1}
          step={0.1}
          value={state.at}
          aria-label={clipCopy.seek}
          aria-valuetext={clipCopy.position(clock(state.at), clock(state.length))}
          onChange={(event) => {
            if (video.current) video.current.currentTime = Number(event.target.value);
          }}
        />
        <Gloved>
          <IconButton quiet label={clipCopy.back} onClick={() => skip(-SKIP_S)}>
            {clipCopy.backShort}
          </IconButton>
          <IconButton quiet label={clipCopy.ahead} onClick={() => skip(SKIP_S)}>
            {clipCopy.aheadShort}
          </IconButton>
        </Gloved>
        <span className={styles.time}>
          {clock(state.at)} / {clock(state.length)}
        </span>
        <IconButton
          quiet
          label={state.muted ? clipCopy.unmute : clipCopy.mute}
          onClick={() => {
            if (video.current) video.current.muted = !state.muted;
          }}
        >
          {state.muted ? <MuteIcon /> : <SoundIcon />}
        </IconButton>
        {document.fullscreenEnabled && (
          <IconButton
            quiet
            label={clipCopy.fullScreen}
            onClick={() => void video.current?.requestFullscreen().catch(() => undefined)}
          >
            <ExpandIcon />
          </IconButton>
        )}
      </div>
    </section>
  );
}

/** §9: untouched controls are hidden after this time. */
const HIDE_AFTER_MS = 4000;

/** Whether controls are shown: always while nothing plays, otherwise until 4 s after the last `show`. */
function useIdleControls(isPlaying: boolean): { areShown: boolean; show: () => void } {
  const [touched, setTouched] = useState(0);
  const [hidden, setHidden] = useState(-1);
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setTimeout(() => setHidden(touched), HIDE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, touched]);
  return { areShown: !isPlaying || hidden !== touched, show: () => setTouched((count) => count + 1) };
}
