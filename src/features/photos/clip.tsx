import { useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { clipCopy } from '#copy/clip.ts';
import { useDataSaver } from '#features/settings/queries.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { PlayIcon } from '#ui/icons/more-icons.tsx';
import { Photo, PhotoBox } from '#ui/photo.tsx';
import styles from './clip.module.css';
import { usePhotoSources } from './source-queries.ts';
import { VideoPlayer } from './video-player.tsx';

export interface ClipProps {
  post: Pick<FeedPost, 'gif_url' | 'video_url' | 'title' | 'author' | 'mine'>;
  className?: string | undefined;
}

/** The gif and the video of a post. With data saver each is loaded when it is pressed. */
export function Clip({ post, className }: ClipProps) {
  const { gif_url: gif, video_url: video } = post;
  const name = post.title || post.author.username;
  return (
    <div className={cx(styles.clips, className)}>
      {gif && <HeldBack button={clipCopy.playGif}>{() => <Photo src={gif} alt={clipCopy.gifAlt(name)} />}</HeldBack>}
      {video && (
        <HeldBack button={clipCopy.playVideo}>
          {(isWanted) => <Video url={video} isOwn={post.mine} label={clipCopy.videoLabel(name)} isWanted={isWanted} />}
        </HeldBack>
      )}
    </div>
  );
}

interface HeldBackProps {
  button: string;
  /** `isWanted`: it was pressed. */
  children: (isWanted: boolean) => React.ReactNode;
}

function HeldBack({ button, children }: HeldBackProps) {
  const [isWanted, setWanted] = useState(false);
  const savesData = useDataSaver();
  return (
    <div className={styles.clip}>
      {savesData && !isWanted ? (
        <>
          <PhotoBox ratio={1.5} />
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

/** The author's own video plays from this device until it is sent. */
function Video({ url, isOwn, ...rest }: { url: string; isOwn: boolean; label: string; isWanted: boolean }) {
  const src = usePhotoSources([url], isOwn)[url];
  return src === undefined ? <PhotoBox ratio={16 / 9} /> : <VideoPlayer src={src} {...rest} />;
}
