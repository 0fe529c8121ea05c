import { useState } from 'react';
import { shareCopy } from '#copy/share.ts';
import { viewerCopy } from '#copy/viewer.ts';
import { AtName } from '#ui/at-name.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ShareIcon } from '#ui/icons/more-icons.tsx';
import { Lightbox } from '#ui/lightbox.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { handOver } from './hand-over.ts';
import { useCaption } from './caption-queries.ts';
import { usePhotoSources } from './source-queries.ts';
import type { ViewedPictures } from '#contract/viewer-address.ts';

interface ViewerProps {
  pictures: ViewedPictures;
  /** Another picture is shown, by its number from 0. */
  onMove: (at: number) => void;
  onClose: () => void;
}

/** Pictures of one post or comment, one at a time on the whole screen. */
export function Viewer({ pictures, onMove, onClose }: ViewerProps) {
  const { images, at, username, iso, isOwn, post, comment } = pictures;
  const caption = useCaption(post, comment);
  const [index, setIndex] = useState(Math.min(at, images.length - 1));
  const sources = usePhotoSources(
    images.map(({ url }) => url),
    isOwn,
  );
  return (
    <Lightbox
      label={viewerCopy.label(username)}
      images={images.map(({ url, alt, preview }) => ({ id: url, src: sources[url], alt: alt ?? '', preview }))}
      index={index}
      onIndex={(shown) => {
        setIndex(shown);
        onMove(shown);
      }}
      onClose={onClose}
      action={
        caption !== null && (
          <IconButton
            quiet
            label={shareCopy.pictures.one}
            onClick={() =>
              void handOver({ urls: images.slice(index, index + 1).map(({ url }) => url), username, caption })
            }
          >
            <ShareIcon />
          </IconButton>
        )
      }
      note={
        <>
          <AtName name={username} /> · <LogTime iso={iso} />
        </>
      }
    />
  );
}
