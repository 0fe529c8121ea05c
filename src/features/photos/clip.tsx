import { useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';
import { clipCopy } from '#copy/clip.ts';
import { useDataSaver } from '#features/settings/queries.ts';
import { Button } from '#ui/button.tsx';
import { cx } from '#ui/class-names.ts';
import { PlayIcon } from '#ui/icons/more-icons.tsx';
import { Photo, PhotoBox } from '#ui/photo.tsx';
import styles from './clip.module.css';
import { VideoPlayer } from './video-player.tsx';

export interface ClipProps {
  post: Pick<FeedPost, 'gif_url' | 'video_url' | 'title' | 'author'>;
  className?: string | undefined;
}

/** The gif or video of a post. With data saver it is loaded when it is pressed. */
export function Clip({ post, className }: ClipProps) {
  const { gif_url: gif, video_url: video } = post;
  const name = post.title || post.author.username;
  const [isWanted, setWanted] = useState(false);
  const savesData = useDataSaver();
  const isHeld = savesData && !isWanted;
  return (
    <div className={cx(styles.clip, className)}>
      {isHeld && (
        <>
          <PhotoBox ratio={1.5} />
          <Button kind="outline" size="s" className={styles.play} onClick={() => setWanted(true)}>
            <PlayIcon size="s" />
            {gif ? clipCopy.playGif : clipCopy.playVideo}
          </Button>
        </>
      )}
      {!isHeld && gif && <Photo src={gif} alt={clipCopy.gifAlt(name)} />}
      {!isHeld && !gif && video && <VideoPlayer src={video} label={clipCopy.videoLabel(name)} isWanted={isWanted} />}
    </div>
  );
}
