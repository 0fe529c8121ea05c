import { postsCopy } from '#copy/posts.ts';
import { shellCopy } from '#copy/shell.ts';
import { Avatar } from '#ui/avatar.tsx';
import { RankRing } from '#ui/rank-ring.tsx';
import { Board } from './board.tsx';
import styles from './board.module.css';
import { useBoards } from './queries.ts';

/** The five members with the most posts and comments together. */
export function TopUsers({ offline }: { offline: boolean }) {
  const { topUsers, synced } = useBoards();
  return (
    <Board title={shellCopy.topUsers} empty={shellCopy.noTopUsers} synced={synced} offline={offline}>
      {topUsers.map((user, place) => (
        <li key={user.id} className={styles.row}>
          <span className={styles.place} aria-hidden="true">
            {place + 1}
          </span>
          <Avatar name={user.username} src={user.profile_image_url} size="s" />
          <b className={styles.name}>@{user.username}</b>
          {user.memberRank !== null && (
            <RankRing rank={user.memberRank} label={postsCopy.ranks[user.memberRank] ?? postsCopy.ranks[0]} />
          )}
          <span className={styles.figure} aria-hidden="true">
            {user.score.toLocaleString('en-US')}
          </span>
          <span className="sr">{shellCopy.topUserScore(user.score)}</span>
        </li>
      ))}
    </Board>
  );
}
