import { type ReactNode, useRef } from 'react';
import { videoCopy } from '#copy/video.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { VideoIcon } from '#ui/icons/more-icons.tsx';
import type { VideoChoice } from './use-video.ts';

/** Opens the device's own picker for one video. With children a button with words. */
export function VideoButton({ video, children }: { video: VideoChoice; children?: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  const open = () => input.current?.click();
  const label = video.id ? videoCopy.replace : videoCopy.choose;
  return (
    <>
      {children ? (
        <Button kind="outline" size="s" onClick={open}>
          <VideoIcon size="s" />
          {children}
        </Button>
      ) : (
        <IconButton label={label} onClick={open}>
          <VideoIcon />
        </IconButton>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="video/*"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // The same file can be chosen again.
          event.target.value = '';
          if (file && video.checking === null) video.choose(file);
        }}
      />
    </>
  );
}
