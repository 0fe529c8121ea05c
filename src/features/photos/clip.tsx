import { useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { readVideoName } from '#contract/video-name.ts';
import { previewUri } from '#contract/video-preview.ts';
import { clipCopy } from '#copy/clip.ts';
import { useDataSaver } from '#features/settings/queries.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { PlayIcon } from '#ui/icons/more-icons.tsx';
import { Photo, PhotoBox } from '#ui/photo.tsx';
import { clipRatio } from './clip-box.tsx';
import styles from './clip.module.css';
import { usePhotoSources } from './source-queries.ts';
import { VideoPlayer } from './video-player.tsx';
import { clock } from './video-text.ts';

export interface ClipProps {
  post: Pick<FeedPost, 'gif_url' | 'video_url' | 'title' | 'author' | 'mine' | 'isNew'>;
  className?: string | undefined;
}

/** The gif and the video of a post. With data saver each is loaded when it is pressed. */
export function Clip({ post, className }: ClipProps) {
  const { gif_url: gif, video_url: video } = post;
  const name = post.title || post.author.username;
  return (
    <div className={cx(styles.clips, className)}>
      {gif && <Deferred button={clipCopy.playGif}>{() => <Photo src={gif} alt={clipCopy.gifAlt(name)} />}</Deferred>}
      {video && <DeferredVideo url={video} isOwn={post.mine} isNew={post.isNew} label={clipCopy.videoLabel(name)} />}
    </div>
  );
}

function DeferredVideo({ url, ...rest }: Pick<VideoProps, 'url' | 'isOwn' | 'isNew' | 'label'>) {
  const facts = readVideoName(url);
  const preview = previewUri(facts?.preview ?? '');
  const button = facts ? clipCopy.playVideoOf(clock(facts.seconds), facts.bytes) : clipCopy.playVideo;
  return (
    <Deferred button={button} ratio={clipRatio(url)} preview={preview}>
      {(isWanted) => <Video url={url} isWanted={isWanted} preview={preview} {...rest} />}
    </Deferred>
  );
}

interface DeferredProps {
  button: string;
  /** Of its place; of a gif it is not known. */
  ratio?: number;
  /** Shown blurred in its place. */
  preview?: string | null;
  /** `isWanted`: it was pressed. */
  children: (isWanted: boolean) => React.ReactNode;
}

function Deferred({ button, ratio = 1.5, preview, children }: DeferredProps) {
  const [isWanted, setWanted] = useState(false);
  const savesData = useDataSaver();
  // Switched on meanwhile, it does not end what plays.
  const [wasDeferred] = useState(savesData);
  return (
    <div className={styles.clip}>
      {savesData && wasDeferred && !isWanted ? (
        <>
          <PhotoBox ratio={ratio} />
          {preview && <img className={styles.preview} src={preview} alt="" />}
          <Button kind="outline" size="s" className={styles.play} onClick={() => setWanted(true)}>
            <PlayIcon size="s" />
            {button}
          </Button>
        </>
      ) : (
        children(isWanted)
      )}
    </div>
  );
}

interface VideoProps {
  url: string;
  isOwn: boolean;
  /** Its post is not published: perhaps the server does not have it. */
  isNew: boolean;
  label: string;
  isWanted: boolean;
  preview: string | null;
}

/** The author's own video plays from this device until it is sent. */
function Video({ url, isOwn, isNew, ...rest }: VideoProps) {
  const src = usePhotoSources([url], isOwn)[url];
  const ratio = clipRatio(url);
  if (src === undefined) return <PhotoBox ratio={ratio} />;
  const isAwaited = isNew && !src.startsWith('blob:');
  // It is loaded again when its post is published.
  return <VideoPlayer key={String(isAwaited)} src={src} ratio={ratio} isAwaited={isAwaited} {...rest} />;
}
