import { isUnreachable } from '#lib/missing.ts';
import { NotHere } from '#ui/not-here.tsx';
import { Link } from '#ui/link.tsx';
import type { FeedPost } from '#contract/feed-post.ts';
import { tagName } from '#contract/hashtag.ts';
import type { TagComment } from '#contract/tag-comment.ts';
import { tagsCopy } from '#copy/tags.ts';
import { FeedEntry } from '#features/feed/feed-entry.tsx';
import { FreshTarget } from '#ui/quiet-drawings.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { entryProps } from '#ui/entry.ts';
import { VirtualList } from '#ui/virtual-list.tsx';
import { TagPack } from '#features/range/tag-pack.tsx';
import { tokenize } from '#features/text/tokens.ts';
import { type TaggedPost, type TagPosts, useTagPosts } from './queries.ts';
import { TagCommentEntry } from './tag-comment-entry.tsx';
import styles from './tag-page.module.css';

/** Posts with a hashtag, without '#', as somebody may write it. */
export function TagPage({ tag }: { tag: string }) {
  const name = tagName(tag);
  return <OpenTag key={name} tag={name} />;
}

const hasTag = (text: string | null, tag: string): boolean =>
  tokenize(text ?? '').some((token) => token.kind === 'hashtag' && token.tag === tag);

interface Item {
  key: string;
  post: FeedPost;
  /** Undefined: the post itself. */
  comment?: TagComment;
  /** At its end: how many more comments of the post have the tag. */
  more: number;
}

/** The comments of a post with the tag, the newest first, then the post, if its own text has the tag. */
function itemsOf({ post, isListed, comments, more }: TaggedPost, tag: string): Item[] {
  const items: Item[] = comments
    .filter(({ text }) => hasTag(text, tag))
    .toReversed()
    .map((comment) => ({ key: comment.id, post, comment, more: 0 }));
  const isOwn = hasTag(post.title, tag) || hasTag(post.description, tag);
  // The text that the server lists it for may not be here.
  if (isOwn || (isListed && items.length === 0)) items.push({ key: post.id, post, more: 0 });
  return items.map((item, at) => (at === items.length - 1 ? { ...item, more } : item));
}

function OpenTag({ tag }: { tag: string }) {
  const { found, total, complete, missing, showOlder } = useTagPosts(tag);
  const lists = found.map((each) => itemsOf(each, tag)).filter((list) => list.length > 0);
  const count = lists.length;
  return (
    <>
      <Head tag={tag} note={count > 0 ? tagsCopy.counts(Math.max(total ?? 0, count), count) : null} />
      {count > 0 && <TagPack tag={tag} stored={count} />}
      {count === 0 && <NothingShown tag={tag} complete={complete} missing={missing} />}
      {count > 0 && (
        <div className={styles.list}>
          <VirtualList
            items={lists.flat()}
            getKey={({ key }) => key}
            renderItem={({ post, comment, more }) => {
              const rest = more > 0 && (
                <Link to="/posts/$postId" params={{ postId: post.id }} hash="comments" className={styles.more}>
                  {tagsCopy.moreComments(more)}
                </Link>
              );
              return comment ? (
                <TagCommentEntry post={post} comment={comment}>
                  {rest}
                </TagCommentEntry>
              ) : (
                <FeedEntry post={post}>{rest}</FeedEntry>
              );
            }}
            label={tagsCopy.list(tag)}
            busy={!complete && !isUnreachable(missing)}
            estimate={220}
            shortest={100}
            restoreKey={`tag:${tag}`}
            onEndNear={showOlder}
          />
        </div>
      )}
    </>
  );
}

function Head({ tag, note }: { tag: string; note: string | null }) {
  return (
    <header {...entryProps(styles.head)}>
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
function NothingShown({ tag, complete, missing }: { tag: string } & Pick<TagPosts, 'complete' | 'missing'>) {
  if (complete) {
    return <EmptyState drawing={<FreshTarget />} title={tagsCopy.empty(tag)} text={tagsCopy.emptyText} />;
  }
  const { failed, loading, notOnDevice, notOnDeviceText } = tagsCopy;
  return <NotHere missing={missing} loading={loading} title={notOnDevice} text={notOnDeviceText} failed={failed} />;
}
