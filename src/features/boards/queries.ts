import { liveQuery } from '#data/replica/live-query.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export interface TopUser {
  id: string;
  username: string;
  profile_image_url: string | null;
  /** Posts and comments together. */
  score: number;
  /** 0 Fresh Mag … 4 Veteran; null while this device does not know the member. */
  memberRank: number | null;
}

export interface TrendingHashtag {
  tag: string;
  /** Public posts that carry it. */
  count: number;
}

export interface Boards {
  topUsers: readonly TopUser[];
  hashtags: readonly TrendingHashtag[];
  /** All members of Rangeday; null while this device does not know. */
  memberCount: number | null;
  /** Empty boards are truly empty only when these have been synced. */
  synced: boolean;
}

interface BoardRow {
  id: string;
  kind: string;
  user_id: string | null;
  username: string | null;
  profile_image_url: string | null;
  tag: string | null;
  score: number | null;
  member_rank: number | null;
}

/** One query for all that stands beside the feed: three would cost three round trips to the database's worker. */
const boardRows = liveQuery<BoardRow, BoardRow>({
  sql: `SELECT l.id, l.kind, l.rank, l.user_id, l.username, l.profile_image_url, l.tag, l.score, p.rank AS member_rank
      FROM leaderboards l LEFT JOIN people p ON p.id = l.user_id
    UNION ALL SELECT id, 'count', 0, NULL, NULL, NULL, NULL, value, NULL FROM app_counts WHERE id = 'members'
    ORDER BY 2, 3`,
  decode: (row) => row,
});

const boards = deriveStore([boardRows], ({ rows, synced }): Boards => {
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  return {
    topUsers: of('top_user').map((row) => ({
      id: row.user_id ?? row.id,
      username: row.username ?? '',
      profile_image_url: row.profile_image_url,
      score: row.score ?? 0,
      memberRank: row.member_rank,
    })),
    hashtags: of('trending_hashtag').map(({ tag, score }) => ({ tag: tag ?? '', count: score ?? 0 })),
    memberCount: of('count')[0]?.score ?? null,
    synced,
  };
});

/** Top users, trending hashtags and the number of members, as the server last summed them up. */
export const useBoards = (): Boards => useStore(boards);
