import { type Author, isOwn, readAuthor, type Reader } from './author.ts';
import type { PostImage } from './post-images.ts';
import { type OutboxState, toOutboxState } from './outbox.ts';

/** One comment as the post page shows it. Times are ISO 8601 in UTC. */
export interface Comment {
  id: string;
  user_id: string;
  parent_id: string | null;
  text: string;
  /** Its one picture. */
  images: readonly PostImage[];
  /** Of an own comment: the server does not have the file. Others see nothing of a comment without text then. */
  isImageMissing: boolean;
  created_at: string;
  isEdited: boolean;
  author: Author;
  /** Whether the reader likes it. */
  liked: boolean;
  /** Including the reader's own like. */
  likes: number;
  /** State of the unsent comment or of its latest edit; null if nothing is unsent. */
  state: OutboxState | null;
  refusal: string | null;
  held_at: string | null;
  /** The server has not confirmed it yet. */
  isNew: boolean;
  mine: boolean;
  /** The reader blocks or mutes its author, so only a line stands for it, and only above replies. */
  hidden: 'blocked' | 'muted' | null;
}

/** A row of the comments query; joins without a match are null. */
export interface CommentRow {
  id: string;
  user_id: string | null;
  parent_id: string | null;
  text: string | null;
  image_url: string | null;
  image_width: number | null;
  image_height: number | null;
  image_alt: string | null;
  image_preview: string | null;
  /** 1: its file is not in Storage. */
  image_missing: number | null;
  created_at: string | null;
  updated_at: string | null;
  /** JSON text. */
  author: string | null;
  liked: number | null;
  likes: number | null;
  state: string | null;
  last_error: string | null;
  held_at: string | null;
  is_new: number | null;
  hidden: string | null;
}

const imagesOf = ({ image_url: url, image_width, image_height, image_alt, image_preview }: CommentRow): PostImage[] =>
  url ? [{ url, width: image_width, height: image_height, alt: image_alt, preview: image_preview }] : [];

export function toComment(row: CommentRow, reader: Reader): Comment {
  const userId = row.user_id ?? '';
  const state = toOutboxState(row.state);
  return {
    id: row.id,
    user_id: userId,
    parent_id: row.parent_id,
    text: row.text ?? '',
    // The author sees it from the own device.
    images: row.image_missing === 1 && !isOwn(userId, reader) ? [] : imagesOf(row),
    isImageMissing: row.image_missing === 1,
    created_at: row.created_at ?? '',
    isEdited: row.updated_at !== null,
    author: readAuthor(row.author, userId, reader),
    liked: row.liked === 1,
    likes: Math.max(0, row.likes ?? 0),
    state,
    refusal: state === 'refused' ? row.last_error : null,
    held_at: row.held_at,
    isNew: row.is_new === 1,
    mine: isOwn(userId, reader),
    hidden: row.hidden === 'blocked' || row.hidden === 'muted' ? row.hidden : null,
  };
}
