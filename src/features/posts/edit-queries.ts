import type { StoredPicture } from '#contract/post-images.ts';
import { useLive } from '#features/replica/use-live.ts';
import { POST_PICTURES_SQL, POST_READERS_SQL } from './post-sql.ts';

export interface PostReaders {
  id: string;
  user_id: string;
  visibility: string;
  /** JSON list of ids, or null. */
  shared_with: string | null;
}

const whole = <Row>(row: Row): Row => row;

/** The pictures of a post on this device. */
export const useStoredPictures = (postId: string): readonly StoredPicture[] =>
  useLive<StoredPicture, StoredPicture>({ sql: POST_PICTURES_SQL, parameters: [postId], decode: whole }).rows;

/** Who reads a post; null until it was read. */
export const useReaders = (postId: string): PostReaders | null =>
  useLive<PostReaders, PostReaders>({ sql: POST_READERS_SQL, parameters: [postId], decode: whole }).rows[0] ?? null;
