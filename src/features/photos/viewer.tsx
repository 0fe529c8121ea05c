import { useState } from 'react';
import { viewerCopy } from '#copy/viewer.ts';
import { Lightbox } from '#ui/lightbox.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { usePhotoSources } from './source-queries.ts';
import type { ViewedPictures } from '#contract/viewer-address.ts';

interface ViewerProps {
  pictures: ViewedPictures;
  /** Another picture is shown, by its number from 0. */
  onMove: (at: number) => void;
  onClose: () => void;
}

/** Pictures of one post or comment, one at a time on the whole screen. */
export function Viewer({ pictures: { images, at, username, iso, isOwn }, onMove, onClose }: ViewerProps) {
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
      note={
        <>
          @{username} · <LogTime iso={iso} />
        </>
      }
    />
  );
}
