import type { Author } from '#contract/author.ts';
import { postsCopy } from '#copy/posts.ts';
import { Avatar, type AvatarProps } from '#ui/avatar.tsx';
import { RankRing } from '#ui/rank-ring.tsx';

interface AuthorProps {
  author: Author;
}

export function AuthorAvatar({ author, size = 'm' }: AuthorProps & Pick<AvatarProps, 'size'>) {
  return <Avatar name={author.username} src={author.profile_image_url} size={size} />;
}

/** The author's name with their rank, for feed, post page, comments and boards. */
export function AuthorName({ author, className }: AuthorProps & { className?: string | undefined }) {
  return (
    <>
      <b className={className}>@{author.username}</b>
      <RankRing rank={author.rank} label={postsCopy.ranks[author.rank] ?? postsCopy.ranks[0]} />
    </>
  );
}
