/** Where a member's own post stands on its way to the server. `null`: it came from there. */
export type SendState = 'queued' | 'sending' | 'sent' | 'refused';

/** One post as the feed shows it. Times are ISO 8601 in UTC. */
export interface FeedPost {
  id: string;
  user_id: string;
  title: string;
  description: string;
  visibility: 'public' | 'friends';
  created_at: string;
  sticky: boolean;
  username: string;
  profile_image_url: string | null;
  /** 0 Fresh Mag … 4 Veteran. */
  rank: number;
  /** The sum of all votes, with one's own as it is now. */
  score: number;
  /** One's own. */
  vote: -1 | 0 | 1;
  comment_count: number;
  comments_locked: boolean;
  poll_id: string | null;
  /** Null while the poll is not on the device. */
  poll_question: string | null;
  image_url: string | null;
  state: SendState | null;
  /** When it, or its last edit, was written here; ISO 8601. Null where nothing is held. */
  held_at: string | null;
  /** Nobody else has seen it yet. */
  isNew: boolean;
  /** Why the server refused it, as a sentence. */
  refusal: string | null;
  mine: boolean;
}

/** A row of the feed query: what SQLite gives, joins that found nothing are null. */
export interface FeedRow {
  id: string;
  user_id: string | null;
  title: string | null;
  description: string | null;
  visibility: string | null;
  created_at: string | null;
  sticky: number | null;
  username: string | null;
  profile_image_url: string | null;
  rank: number | null;
  score: number | null;
  vote: number | null;
  comment_count: number | null;
  comments_locked: number | null;
  poll_id: string | null;
  poll_question: string | null;
  image_url: string | null;
  /** 1 on a row that the server has not given back yet. */
  pending: number;
  state: string | null;
  last_error: string | null;
  held_at: string | null;
  is_new: number | null;
}

const STATES: readonly (string | null)[] = ['queued', 'sending', 'sent', 'refused'];

/** Plain field by field: it runs for every changed row of every list. `me` is null for guests. */
export function toFeedPost(row: FeedRow, me: { userId: string; username: string | null } | null): FeedPost {
  const userId = row.user_id ?? '';
  const mine = me !== null && me.userId === userId;
  const state = STATES.includes(row.state) ? (row.state as SendState) : null;
  return {
    id: row.id,
    user_id: userId,
    title: row.title ?? '',
    description: row.description ?? '',
    visibility: row.visibility === 'friends' ? 'friends' : 'public',
    created_at: row.created_at ?? '',
    sticky: row.sticky === 1,
    // Before the profile has synced, the name is the one every new profile gets.
    username: row.username ?? (mine ? me.username : null) ?? `user_${userId.slice(0, 8)}`,
    profile_image_url: row.profile_image_url,
    rank: row.rank ?? 0,
    score: row.score ?? 0,
    vote: row.vote === 1 || row.vote === -1 ? row.vote : 0,
    comment_count: row.comment_count ?? 0,
    comments_locked: row.comments_locked === 1,
    poll_id: row.poll_id,
    poll_question: row.poll_question,
    image_url: row.image_url,
    state,
    held_at: row.held_at,
    isNew: row.is_new === 1,
    refusal: state === 'refused' ? row.last_error : null,
    mine,
  };
}
