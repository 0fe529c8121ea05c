import type { TopUser } from '#contract/board-rows.ts';
import { postsCopy } from '#copy/posts.ts';
import { shellCopy } from '#copy/shell.ts';
import { Avatar } from '#ui/avatar.tsx';
import { RankRing } from '#ui/rank-ring.tsx';
import { Board, type BoardState } from './board.tsx';
import styles from './board.module.css';

/** The five members with the most posts and comments. */
export function TopUsers({ topUsers, ...board }: { topUsers: readonly TopUser[] } & BoardState) {
  return (
    <Board title={shellCopy.topUsers} empty={shellCopy.noTopUsers} {...board}>
      {topUsers.map((user, place) => (
        <li key={user.id} className={styles.row}>
          <span className={styles.place} aria-hidden="true">
            {place + 1}
          </span>
          <Avatar name={user.username} src={user.profile_image_url} size="s" />
          <b className={styles.name}>@{user.username}</b>
          {user.rank !== null && <RankRing rank={user.rank} label={postsCopy.ranks[user.rank] ?? postsCopy.ranks[0]} />}
          <span className={styles.figure} aria-hidden="true">
            {user.score.toLocaleString('en-US')}
          </span>
          <span className="sr">{shellCopy.topUserScore(user.score)}</span>
        </li>
      ))}
    </Board>
  );
}
