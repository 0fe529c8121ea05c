import { AtName } from '#ui/at-name.tsx';
import { Link } from '#ui/link.tsx';
import type { Author } from '#contract/author.ts';
import { postsCopy } from '#copy/posts.ts';
import { Avatar, type AvatarProps } from '#ui/avatar.tsx';
import { RankRing } from '#ui/rank-ring.tsx';
import styles from './author.module.css';

interface AuthorProps {
  author: Author;
}

export function AuthorAvatar({ author, size = 'm' }: AuthorProps & Pick<AvatarProps, 'size'>) {
  return <Avatar name={author.username} src={author.profile_image_url} size={size} />;
}

/** The author's linked name with rank. Its `::before` covers the avatar; `z-index` lifts it above the entry's link. */
export function AuthorName({ author, className }: AuthorProps & { className?: string | undefined }) {
  return (
    <>
      <Link to="/user/$username" params={{ username: author.username }} className={styles.link}>
        <b className={className}>
          <AtName name={author.username} />
        </b>
      </Link>
      <RankRing rank={author.rank} label={postsCopy.ranks[author.rank] ?? postsCopy.ranks[0]} />
    </>
  );
}
