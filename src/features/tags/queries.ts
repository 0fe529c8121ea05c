import { useState } from 'react';
import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { readTagComments, type TagComment } from '#contract/tag-comment.ts';
import { type Missing, useLive, useSources } from '#features/replica/use-live.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { useStore } from '#lib/use-store.ts';
import { TAG_COUNT_SQL, TAG_POSTS_SQL, tagPattern } from './tags-sql.ts';

interface TagCount {
  id: string;
  post_count: number;
  newest_page: number;
}

interface TagRow extends FeedRow {
  is_listed: number;
  comments: string | null;
  /** Of this device; some may have a longer tag only. */
  local_comments: string | null;
  more: number;
}

export interface TaggedPost {
  post: FeedPost;
  /** The server lists it. Otherwise its text has the tag, or only a longer one. */
  isListed: boolean;
  /** The first ones with the tag, and those that the server does not list: of those some may have a longer tag only. */
  comments: readonly TagComment[];
  /** The number of others with the tag. */
  more: number;
}

function readComments({ comments, local_comments }: TagRow, session: Session): TagComment[] {
  const listed = readTagComments(comments, session);
  const known = new Set(listed.map(({ id }) => id));
  const others = readTagComments(local_comments, session).filter(({ id }) => !known.has(id));
  return [...listed, ...others].toSorted((one, other) => (one.created_at < other.created_at ? -1 : 1));
}

const toTaggedPost = (row: TagRow, session: Session): TaggedPost => ({
  post: toFeedPost(row, session),
  isListed: row.is_listed === 1,
  comments: readComments(row, session),
  more: row.more,
});

/** The stream of a list has its two newest pages. */
const NEWEST_PAGES = 2;

export interface TagPosts {
  found: readonly TaggedPost[];
  /** Public posts with the tag on the server; null while unknown. */
  total: number | null;
  /** Posts that are not here do not exist. */
  complete: boolean;
  missing: Missing;
  showOlder: () => void;
}

const toCount = (row: TagCount): TagCount => row;

/** Posts with a tag in lower case, without '#'. */
export function useTagPosts(tag: string): TagPosts {
  const list = `#${tag}`;
  const account = accountOf(useStore(sessionStore));
  const [olderPages, setOlderPages] = useState(0);
  const [count] = useLive<TagCount, TagCount>({ sql: TAG_COUNT_SQL, parameters: [tag], decode: toCount }).rows;
  const newestOlder = (count?.newest_page ?? 0) - NEWEST_PAGES;
  const pages = Array.from({ length: Math.max(0, Math.min(olderPages, newestOlder + 1)) }, (_, n) => newestOlder - n);
  const sources = [
    { name: 'tag_posts', parameters: { list } },
    ...pages.map((page) => ({ name: 'tag_page', parameters: { list, page } })),
  ];
  const isSynced = useSources(sources);
  const { rows, complete, missing } = useLive<TagRow, TaggedPost>({
    sql: TAG_POSTS_SQL,
    parameters: [list, account, tagPattern(tag)],
    decode: toTaggedPost,
    sources,
  });
  return {
    found: rows,
    total: count?.post_count ?? null,
    complete,
    missing,
    showOlder: () => isSynced && newestOlder >= olderPages && setOlderPages(olderPages + 1),
  };
}
