import { type Author, isOwn, readAuthor, type Reader } from './author.ts';
import { type OutboxState, toOutboxState } from './outbox.ts';

/** One post as the feed shows it. Times are ISO 8601 in UTC. */
export interface FeedPost {
  id: string;
  user_id: string;
  title: string;
  description: string;
  visibility: 'public' | 'friends';
  created_at: string;
  sticky: boolean;
  author: Author;
  /** Sum of all votes, including the reader's own. */
  score: number;
  /** The reader's own. */
  vote: -1 | 0 | 1;
  comment_count: number;
  comments_locked: boolean;
  poll_id: string | null;
  /** See contract/poll-row.ts; null while the poll is not on the device. Text, as below. */
  poll: string | null;
  /** Its pictures: see contract/post-images.ts. Text, so that two versions of a post can be compared. */
  images: string | null;
  gif_url: string | null;
  video_url: string | null;
  state: OutboxState | null;
  /** The time of the unsent post or edit in ISO 8601; null if nothing is unsent. */
  held_at: string | null;
  /** Not published yet. */
  isNew: boolean;
  /** The server's reason for a rejection, as a sentence. */
  refusal: string | null;
  mine: boolean;
  saved: boolean;
  /** JSON: who flagged it, and the number of open reports. Null if not flagged, and on members' devices. */
  flag: string | null;
}

/** A row of the feed query; joins without a match are null. */
export interface FeedRow {
  id: string;
  user_id: string | null;
  title: string | null;
  description: string | null;
  visibility: string | null;
  created_at: string | null;
  sticky: number | null;
  /** JSON text in the replica, an object in an answer of the server. */
  author: unknown;
  score: number | null;
  vote: number | null;
  comment_count: number | null;
  comments_locked: number | null;
  poll_id: string | null;
  /** JSON text in the replica, a list in an answer of the server. */
  poll: unknown;
  images: string | null;
  gif_url: string | null;
  video_url: string | null;
  /** 1: the server has not confirmed the row yet. */
  pending: number;
  state: string | null;
  last_error: string | null;
  held_at: string | null;
  is_new: number | null;
  /** Absent in an answer of the server. */
  saved?: number | null;
  flag?: string | null;
}

/** Field by field for speed, because it runs for every changed row of every list. */
export function toFeedPost(row: FeedRow, reader: Reader): FeedPost {
  const userId = row.user_id ?? '';
  const state = toOutboxState(row.state);
  return {
    id: row.id,
    user_id: userId,
    title: row.title ?? '',
    description: row.description ?? '',
    visibility: row.visibility === 'friends' ? 'friends' : 'public',
    created_at: row.created_at ?? '',
    sticky: row.sticky === 1,
    author: readAuthor(row.author, userId, reader),
    score: row.score ?? 0,
    vote: row.vote === 1 || row.vote === -1 ? row.vote : 0,
    comment_count: row.comment_count ?? 0,
    comments_locked: row.comments_locked === 1,
    poll_id: row.poll_id,
    poll: toText(row.poll),
    images: row.images,
    gif_url: row.gif_url,
    video_url: row.video_url,
    state,
    held_at: row.held_at,
    isNew: row.is_new === 1,
    refusal: state === 'refused' ? row.last_error : null,
    mine: isOwn(userId, reader),
    saved: row.saved === 1,
    flag: row.flag ?? null,
  };
}

const toText = (value: unknown): string | null =>
  typeof value === 'string' || !value ? (value as string | null) || null : JSON.stringify(value);
