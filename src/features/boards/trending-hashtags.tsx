import { shellCopy } from '#copy/shell.ts';
import { Board } from './board.tsx';
import styles from './board.module.css';
import { useBoards } from './queries.ts';

/** The five hashtags with the most public posts. */
export function TrendingHashtags({ offline }: { offline: boolean }) {
  const { hashtags, synced } = useBoards();
  return (
    <Board title={shellCopy.trendingHashtags} empty={shellCopy.noHashtags} synced={synced} offline={offline}>
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
