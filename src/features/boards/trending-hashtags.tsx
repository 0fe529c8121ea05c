import type { TrendingHashtag } from '#contract/board-rows.ts';
import { shellCopy } from '#copy/shell.ts';
import { Board, type BoardState } from './board.tsx';
import styles from './board.module.css';

/** The five hashtags with the most public posts. */
export function TrendingHashtags({ hashtags, ...board }: { hashtags: readonly TrendingHashtag[] } & BoardState) {
  return (
    <Board title={shellCopy.trendingHashtags} empty={shellCopy.noHashtags} {...board}>
      {hashtags.map(({ tag, count }) => (
        <li key={tag} className={styles.row}>
          <span className={styles.name}>#{tag}</span>
          <span className={styles.figure} aria-hidden="true">
            {count.toLocaleString('en-US')}
          </span>
          <span className="sr">{shellCopy.hashtagPosts(count)}</span>
        </li>
      ))}
    </Board>
  );
}
