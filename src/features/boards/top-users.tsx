import type { TopUser } from '#contract/board-rows.ts';
import { sidebarCopy } from '#copy/sidebar.ts';
import { formatCount } from '#lib/format-count.ts';
import { AuthorAvatar, AuthorName } from '#features/author/author.tsx';
import { Board, type BoardState } from './board.tsx';
import styles from './board.module.css';

export function TopUsers({ topUsers, ...board }: { topUsers: readonly TopUser[] } & BoardState) {
  return (
    <Board title={sidebarCopy.topUsers} note={sidebarCopy.topUsersNote} empty={sidebarCopy.noTopUsers} {...board}>
      {topUsers.map((user, place) => (
        <li key={user.id} className={styles.row}>
          <span className={styles.place} aria-hidden="true">
            {place + 1}
          </span>
          <AuthorAvatar author={user.author} size="s" />
          <AuthorName author={user.author} className={styles.name} />
          <span className={styles.figure} aria-hidden="true">
            {formatCount(user.score)}
          </span>
          <span className="sr">{sidebarCopy.topUserScore(user.score)}</span>
        </li>
      ))}
    </Board>
  );
}
