import type { PostImage } from './post-images.ts';

/** Which picture the viewer shows, in the address /fullscreenimagemodal. */
export interface ViewerAddress {
  post: string;
  /** The picture of this comment on the post. */
  comment?: string | undefined;
  /** From 0. */
  at: number;
}

export interface Pictures extends Omit<ViewerAddress, 'at'> {
  images: readonly PostImage[];
  username: string;
  /** When they were posted. */
  iso: string;
  /** Of the reader: the files may still be on this device. */
  isOwn: boolean;
}

/** In the history entry of the screen that the viewer covers. */
export interface ViewedPictures extends Pictures {
  /** From 0. */
  at: number;
}
