import type { StoredPicture } from '#contract/post-images.ts';
import { useRows } from '#features/replica/use-rows.ts';
import { POST_PICTURES_SQL, POST_READERS_SQL } from './post-sql.ts';

export interface PostReaders {
  id: string;
  user_id: string;
  visibility: string;
  /** JSON list of ids, or null. */
  shared_with: string | null;
}

const whole = <Row>(row: Row): Row => row;

/** The pictures of a post on this device. Only below ReplicaGate. */
export const useStoredPictures = (postId: string): readonly StoredPicture[] =>
  useRows<StoredPicture, StoredPicture>({ sql: POST_PICTURES_SQL, parameters: [postId], decode: whole }).rows;

/** Who reads a post; null until it was read. Only below ReplicaGate. */
export const useReaders = (postId: string): PostReaders | null =>
  useRows<PostReaders, PostReaders>({ sql: POST_READERS_SQL, parameters: [postId], decode: whole }).rows[0] ?? null;
