import { Link } from '#ui/link.tsx';
import type { TrendingHashtag } from '#contract/board-rows.ts';
import { sidebarCopy } from '#copy/sidebar.ts';
import { formatCount } from '#lib/format-count.ts';
import { Board, type BoardState } from './board.tsx';
import styles from './board.module.css';

export function TrendingHashtags({ hashtags, ...board }: { hashtags: readonly TrendingHashtag[] } & BoardState) {
  return (
    <Board title={sidebarCopy.trendingHashtags} empty={sidebarCopy.noHashtags} isShort {...board}>
      {hashtags.map(({ tag, count }) => (
        <li key={tag} className={styles.row}>
          <Link to="/tags/$tag" params={{ tag }} className={styles.tag} title={`#${tag}`}>
            <span className={styles.name} dir="auto">
              #{tag}
            </span>
          </Link>
          <span className={styles.figure} aria-hidden="true">
            {formatCount(count)}
          </span>
          <span className="sr">{sidebarCopy.hashtagPosts(count)}</span>
        </li>
      ))}
    </Board>
  );
}
