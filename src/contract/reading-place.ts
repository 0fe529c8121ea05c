import { Id } from './ids.ts';
import { z } from './zod.ts';

/** The entry of the public feed that a member reads, and when it was written. */
export const NoteReadingPlace = z.object({ postId: Id, postAt: z.string() });

/** What this device knows of a member's or a guest's place in the feed. */
export interface ReadingPlace {
  postId: string;
  /** ISO 8601. */
  postAt: string;
  readAt: string;
}

export interface ReadingPlaceRow {
  id: string;
  post_id: string | null;
  post_at: string | null;
  read_at: string | null;
}

/** Null until the server has stamped it. */
export const toReadingPlace = ({ post_id, post_at, read_at }: ReadingPlaceRow): ReadingPlace | null =>
  post_id && post_at && read_at ? { postId: post_id, postAt: post_at, readAt: read_at } : null;
