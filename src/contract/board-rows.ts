export interface TopUser {
  id: string;
  username: string;
  profile_image_url: string | null;
  /** Number of posts and comments. */
  score: number;
  /** 0 Fresh Mag … 4 Veteran; null while the member's profile is not on this device. */
  rank: number | null;
}

export interface TrendingHashtag {
  tag: string;
  /** Number of public posts with it. */
  count: number;
}

export interface Boards {
  topUsers: readonly TopUser[];
  hashtags: readonly TrendingHashtag[];
}

/** One line of a board; `kind` tells which. */
export interface BoardRow {
  id: string;
  kind: string;
  user_id: string | null;
  username: string | null;
  profile_image_url: string | null;
  tag: string | null;
  score: number | null;
  rank: number | null;
}

export function toBoards(rows: readonly BoardRow[]): Boards {
  return {
    topUsers: rows
      .filter(({ kind }) => kind === 'top_user')
      .map(({ id, user_id, username, profile_image_url, score, rank }) => ({
        id: user_id ?? id,
        username: username ?? '',
        profile_image_url,
        score: score ?? 0,
        rank,
      })),
    hashtags: rows
      .filter(({ kind }) => kind === 'trending_hashtag')
      .map(({ tag, score }) => ({ tag: tag ?? '', count: score ?? 0 })),
  };
}
