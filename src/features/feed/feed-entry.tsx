import { Link } from '#ui/link.tsx';
import type { ReactNode } from 'react';
import { readPoll } from '#contract/poll-row.ts';
import { readPostImages } from '#contract/post-images.ts';
import { postsCopy } from '#copy/posts.ts';
import { later } from '#ui/later.tsx';
import { AuthorAvatar, AuthorName } from '#features/author/author.tsx';
import { UnsentNote } from '#features/outbox/unsent-note.tsx';
import type { ClipProps } from '#features/photos/clip.tsx';
import { ClipBox } from '#features/photos/clip-box.tsx';
import { PhotoGrid } from '#features/photos/photo-grid.tsx';
import { PollCard } from '#features/polls/poll-card.tsx';
import { RichText } from '#features/text/rich-text.tsx';
import { VoteButtons } from '#features/votes/vote-buttons.tsx';
import { entryProps, marginOf } from '#ui/entry.ts';
import { CommentIcon, UsersIcon } from '#ui/icons/icons.tsx';
import { LogTime } from '#ui/log-time.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { WIDE, useMedia } from '#ui/use-media.ts';
import styles from './feed-entry.module.css';
import log from './log-entry.module.css';
import { rememberPost } from './listed-queries.ts';
import type { FeedPost } from '#contract/feed-post.ts';

const EntryMenu = later<{ post: FeedPost }>(async () => (await import('./entry-menu.tsx')).EntryMenu);

// Not needed for first paint: their place is kept.
const Clip = later<ClipProps>(async () => (await import('#features/photos/clip.tsx')).Clip, ClipBox);

const EntryFiles = later<{ post: FeedPost }>(async () => (await import('./entry-menu.tsx')).EntryFiles);

const FlagNote = later<{ flag: string }>(async () => (await import('./flag-note.tsx')).FlagNote);

interface FeedEntryProps {
  post: FeedPost;
  /** On the post's own page: full text, long time, title as the page heading. */
  whole?: boolean;
  first?: boolean;
  /** Between text and votes: the comment for which a post is in the list. */
  children?: ReactNode;
  /** At the end of the author's line. By default the menu of an entry in a list. */
  menu?: ReactNode;
  /** At the end of the line of counts. */
  end?: ReactNode;
}

/** One entry of the log: avatar and time in the margin, text in the column. */
export function FeedEntry({ post, whole = false, first = false, children, menu, end }: FeedEntryProps) {
  const Heading = whole ? 'h1' : 'h2';
  // The margin has no room for a long date.
  const wide = useMedia(WIDE);
  const title = post.title || null;
  // Hides the text, not the heading: that would clip the link's overlay over the entry.
  const name = title ?? <span className="sr">{postsCopy.untitled(post.author.username)}</span>;
  return (
    <article {...entryProps(log.entry, post.state ? marginOf(post.state) : post.flag ? 'stopped' : null)}>
      <div className={log.margin}>
        <AuthorAvatar author={post.author} />
        {post.sticky ? <span>{postsCopy.pinned}</span> : !wide && <LogTime iso={post.created_at} />}
      </div>
      <div className={log.column}>
        <div className={styles.by}>
          <AuthorName author={post.author} />
          {post.mine && <span className={styles.meta}>{postsCopy.you}</span>}
          {post.visibility === 'friends' && (
            <span className={styles.meta}>
              <UsersIcon size="s" />
              {postsCopy.friendsOnly}
            </span>
          )}
          {wide && !whole && (
            <span className={styles.meta}>
              <LogTime iso={post.created_at} />
            </span>
          )}
          <span data-later className={styles.menu}>
            {menu ?? <EntryMenu post={post} />}
          </span>
        </div>
        {post.flag && (
          <div className={styles.by}>
            <FlagNote flag={post.flag} />
          </div>
        )}
        <Heading className={title ? styles.title : undefined} dir={title ? 'auto' : undefined}>
          {whole && title ? (
            <RichText inline text={title} />
          ) : whole ? (
            name
          ) : (
            <Link
              to="/posts/$postId"
              params={{ postId: post.id }}
              className={styles.open}
              draggable={false}
              onClick={() => rememberPost(post)}
            >
              {title ? <span data-covered>{title}</span> : name}
            </Link>
          )}
        </Heading>
        {post.description && (
          <div className={styles.text} data-covered={!whole}>
            <RichText text={post.description} />
          </div>
        )}
        {post.images && (
          <PhotoGrid
            pictures={{
              post: post.id,
              images: readPostImages(post.images),
              username: post.author.username,
              iso: post.created_at,
              isOwn: post.mine,
            }}
            alt={postsCopy.photoAlt(post.author.username)}
            first={first}
            className={styles.print}
          />
        )}
        {(post.gif_url ?? post.video_url) && <Clip post={post} className={styles.print} />}
        {whole && (
          <p className={styles.meta}>
            <LogTime iso={post.created_at} long />
          </p>
        )}
        {post.mine && (post.images ?? post.video_url) && (post.state ?? 'sent') === 'sent' ? (
          <EntryFiles post={post} />
        ) : (
          post.state && (
            <UnsentNote
              state={post.state}
              writtenAt={post.held_at ?? post.created_at}
              refusal={post.refusal}
              edit={
                <TextLink to="/edit/$id" params={{ id: post.id }} className={styles.above}>
                  {postsCopy.edit}
                </TextLink>
              }
            />
          )
        )}
        {post.poll_id &&
          (post.poll ? (
            <div className={styles.above}>
              <PollCard postId={post.id} pollId={post.poll_id} poll={readPoll(post.poll)} />
            </div>
          ) : (
            <p className={styles.meta}>{postsCopy.poll}</p>
          ))}
        {children}
        {!post.isNew && <PostCounts post={post} end={end} />}
      </div>
    </article>
  );
}

/** Score with vote buttons, the number of comments, and what stands at the end of their line. */
function PostCounts({ post, end }: { post: FeedPost; end?: ReactNode }) {
  return (
    <div className={styles.counts}>
      <VoteButtons postId={post.id} score={post.score} vote={post.vote ?? 0} />
      <Link
        to="/posts/$postId"
        params={{ postId: post.id }}
        hash="comments"
        className={styles.talk}
        aria-keyshortcuts="c"
      >
        <CommentIcon />
        <span aria-hidden="true">{post.comment_count}</span>
        <span className="sr">{postsCopy.comments(post.comment_count)}</span>
      </Link>
      {end}
    </div>
  );
}
