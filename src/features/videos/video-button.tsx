import { type ReactNode, useRef } from 'react';
import { videoCopy } from '#copy/video.ts';
import { Button } from '#ui/button.tsx';
import { FileInput } from '#ui/file-input.tsx';
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
      <FileInput
        ref={input}
        label={label}
        accept="video/*"
        onFiles={([file]) => file && video.checking === null && video.choose(file)}
      />
    </>
  );
}
