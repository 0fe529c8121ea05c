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
  score: number;
  comment_count: number;
  image_url: string | null;
  state: SendState | null;
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
  comment_count: number | null;
  image_url: string | null;
  /** 1 on a row that the server has not given back yet. */
  pending: number;
  state: string | null;
  last_error: string | null;
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
    comment_count: row.comment_count ?? 0,
    image_url: row.image_url,
    state,
    refusal: state === 'refused' ? row.last_error : null,
    mine,
  };
}
