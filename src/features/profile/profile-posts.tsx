import type { FeedPost } from '#contract/feed-post.ts';
import { profileCopy } from '#copy/profile.ts';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { isUnreachable, textOfNone } from '#lib/missing.ts';
import type { Missing } from '#features/replica/use-live.ts';
import { Card } from '#ui/card.tsx';
import { VirtualList } from '#ui/virtual-list.tsx';
import styles from './profile-posts.module.css';
import type { Profile, ProfilePosts as Posts } from './queries.ts';

interface ProfilePostsProps extends Posts {
  profile: Profile;
  missing: Missing;
  /** Not in the list, because it stands above it. */
  latest: FeedPost | undefined;
}

/** The newest published post, whose title leads to its page. */
export const LatestPost = ({ post }: { post: FeedPost }) => (
  <Card title={profileCopy.latestPost} className={styles.title}>
    <div className={styles.list}>
      <FeedEntry post={post} />
    </div>
  </Card>
);

/** The member's posts, newest first, as in the feed. Older ones are loaded at the end of the list. */
export function ProfilePosts({ profile, missing, posts, latest, complete, showOlder }: ProfilePostsProps) {
  const others = posts.filter((post) => post !== latest);
  if (latest && complete && others.length === 0) return null;
  return (
    <>
      <Card title={latest ? profileCopy.morePosts : profileCopy.posts} className={styles.title} />
      {others.length > 0 && (
        <div className={styles.list}>
          <VirtualList
            items={others}
            getKey={({ id }) => id}
            renderItem={(post) => <FeedEntry post={post} />}
            label={profileCopy.posts}
            busy={!complete}
            onEndNear={showOlder}
            estimate={220}
            shortest={140}
            restoreKey={`profile:${profile.id}`}
          />
        </div>
      )}
      {others.length === 0 && (
        <output className={styles.note}>
          {textOfNone(complete, missing, {
            none: profileCopy.noPosts,
            loading: profileCopy.loading,
            notHere: profileCopy.postsNotOnDevice,
          })}
        </output>
      )}
      {isUnreachable(missing) && showOlder && others.length > 0 && (
        <p className={styles.note}>{profileCopy.olderNotHere}</p>
      )}
    </>
  );
}
