import { type Author, readAuthor } from './author.ts';

export interface TopUser {
  id: string;
  author: Author;
  /** Number of posts and comments. */
  score: number;
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

export interface BoardRow {
  id: string;
  kind: string;
  user_id: string | null;
  /** JSON text; null on the board of hashtags. */
  author: string | null;
  tag: string | null;
  score: number | null;
}

export function toBoards(rows: readonly BoardRow[]): Boards {
  return {
    topUsers: rows
      .filter(({ kind }) => kind === 'top_user')
      .map(({ id, user_id, author, score }) => ({
        id: user_id ?? id,
        author: readAuthor(author, user_id ?? id, { kind: 'guest' }),
        score: score ?? 0,
      })),
    hashtags: rows
      .filter(({ kind }) => kind === 'trending_hashtag')
      .map(({ tag, score }) => ({ tag: tag ?? '', count: score ?? 0 })),
  };
}
