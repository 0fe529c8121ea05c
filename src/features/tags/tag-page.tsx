import { Link } from '#ui/link.tsx';
import { deviceNoticeCopy } from '#copy/device-notice.ts';
import { tagsCopy } from '#copy/tags.ts';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { ReplicaGate } from '#features/replica/replica-gate.tsx';
import { BareFrame, FlagFlying } from '#ui/drawings.tsx';
import { FreshTarget } from '#ui/quiet-drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { EntrySkeleton } from '#ui/skeleton.tsx';
import { VirtualList } from '#ui/virtual-list.tsx';
import { tokenize } from '#features/text/tokens.ts';
import { type TagPosts, usePhase, useTagPosts } from './queries.ts';
import { TagCommentLink } from './tag-comment-link.tsx';
import styles from './tag-page.module.css';

/** Posts with a hashtag, without '#', in upper or lower case. */
export function TagPage({ tag }: { tag: string }) {
  const name = tag.toLowerCase();
  return (
    <ReplicaGate fallback={<NotOpen tag={name} />}>
      <OpenTag key={name} tag={name} />
    </ReplicaGate>
  );
}

const hasTag = (text: string | null, tag: string): boolean =>
  tokenize(text ?? '').some((token) => token.kind === 'hashtag' && token.tag === tag);

function OpenTag({ tag }: { tag: string }) {
  const { found, total, complete, phase, showOlder } = useTagPosts(tag);
  const posts = found
    .map((each) => ({ ...each, comments: each.comments.filter(({ text }) => hasTag(text, tag)) }))
    .filter(
      ({ post, isListed, comments }) =>
        isListed || comments.length > 0 || hasTag(post.title, tag) || hasTag(post.description, tag),
    );
  return (
    <>
      <Head
        tag={tag}
        note={posts.length > 0 ? tagsCopy.counts(Math.max(total ?? 0, posts.length), posts.length) : null}
      />
      {posts.length === 0 && <NothingShown tag={tag} complete={complete} phase={phase} />}
      {posts.length > 0 && (
        <div className={styles.list}>
          <VirtualList
            items={posts}
            getKey={({ post }) => post.id}
            renderItem={({ post, comments, more }) => (
              <FeedEntry post={post}>
                {comments.map((comment) => (
                  <TagCommentLink key={comment.id} postId={post.id} comment={comment} tag={tag} />
                ))}
                {more > 0 && (
                  <Link to="/posts/$postId" params={{ postId: post.id }} hash="comments" className={styles.more}>
                    {tagsCopy.moreComments(more)}
                  </Link>
                )}
              </FeedEntry>
            )}
            label={tagsCopy.list(tag)}
            busy={!complete && phase !== 'offline'}
            estimate={220}
            shortest={140}
            restoreKey={`tag:${tag}`}
            onEndNear={showOlder}
          />
        </div>
      )}
    </>
  );
}

function NotOpen({ tag }: { tag: string }) {
  return (
    <>
      <Head tag={tag} note={null} />
      <NothingShown tag={tag} complete={false} phase={usePhase()} />
    </>
  );
}

function Head({ tag, note }: { tag: string; note: string | null }) {
  return (
    <header className={styles.head}>
      <span className={styles.mark} aria-hidden="true">
        {'#'}
      </span>
      <div>
        <h1 className={styles.title}>{tagsCopy.title(tag)}</h1>
        {note && <p className={styles.note}>{note}</p>}
      </div>
    </header>
  );
}

/** "No posts" only after the server has confirmed it. */
function NothingShown({ tag, complete, phase }: { tag: string } & Pick<TagPosts, 'complete' | 'phase'>) {
  if (complete) {
    return <EmptyState drawing={<FreshTarget />} title={tagsCopy.empty(tag)} text={tagsCopy.emptyText} />;
  }
  if (phase === 'unavailable') {
    return <EmptyState drawing={<BareFrame />} title={tagsCopy.failed} text={deviceNoticeCopy.unavailableText} />;
  }
  if (phase === 'offline') {
    return <EmptyState drawing={<FlagFlying />} title={tagsCopy.notOnDevice} text={tagsCopy.notOnDeviceText} />;
  }
  return (
    <>
      <output className={styles.wait}>{tagsCopy.loading}</output>
      <EntrySkeleton entries={3} />
    </>
  );
}
