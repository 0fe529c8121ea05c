import { parameter, type Query, type Source } from './stream.ts';

/**
 * A condition on posts. A table that belongs to posts repeats the post's columns under other names. Of comments and
 * people only the recent rows have them up to date: a condition on all of them uses nothing but the ids, and looks the
 * post itself up.
 */
export type PostScope = (columns: { readonly post: string; readonly author: string }) => string;

const POST_ROWS: readonly Source[] = ['posts', 'post_stats'];
const ATTACHED: readonly Source[] = ['post_images', 'polls', 'poll_stats'];

const ON_POSTS = { post: 'id', author: 'user_id' };
const ON_CHILDREN = { post: 'post_id', author: 'post_author_id' };

const select = (sources: readonly Source[], scope: PostScope): Query[] =>
  sources.map((source) => ({ source, where: scope(POST_ROWS.includes(source) ? ON_POSTS : ON_CHILDREN) }));

export const postRows = (scope: PostScope): Query[] => select(POST_ROWS, scope);
export const attached = (scope: PostScope): Query[] => select(ATTACHED, scope);
/**
 * A comment that nobody has liked is shown as one without likes, without a row of 40 bytes. One that was liked and no
 * longer is needs it: its version is above that in `own_counts`. The two sides of OR exclude each other, because a row
 * that meets both would be sent twice.
 */
const liked = (condition: string): Query => ({
  source: 'comment_stats',
  where: `${condition} AND (version > 0 OR (version = 0 AND likes > 0))`,
});
/** All that others may see. One that waits for its image has no row in `comment_stats`. */
export const allComments = (scope: PostScope): Query[] => [
  { source: 'comments', where: `${scope(ON_CHILDREN)} AND audience <> 'waiting'` },
  liked(scope(ON_CHILDREN)),
];
/** The newest 100 comments of each post, without those that wait for their image. */
export const recentComments = (scope: PostScope): Query[] => [
  { source: 'comments', where: `${scope(ON_CHILDREN)} AND is_recent = true` },
  liked(`${scope(ON_CHILDREN)} AND is_recent = true`),
];
/** Authors of the posts and of their newest comments. */
export const postPeople = (scope: PostScope): Query[] =>
  select(['post_people AS people'], (columns) => `${scope(columns)} AND is_recent = true`);
const allPeople = (scope: PostScope): Query[] => select(['post_people AS people'], scope);

export const withoutComments = (scope: PostScope): Query[] => [...postRows(scope), ...attached(scope)];
/** Posts as a list shows them. */
export const withRecentComments = (scope: PostScope): Query[] => [
  ...withoutComments(scope),
  ...recentComments(scope),
  ...postPeople(scope),
];
/** Posts as their own page shows them. */
export const withAllComments = (scope: PostScope): Query[] => [
  ...withoutComments(scope),
  ...allComments(scope),
  ...allPeople(scope),
];

/** The opened post, if it is as `where` requires. For conditions on all its comments. */
export const openedPost = (where: string): string =>
  `SELECT posts.id AS pid FROM posts WHERE posts.id = ${parameter('post_id')} AND ${where}`;

/**
 * Public posts as a list of tags or trends holds them. The list keeps a copy of each post, its stats and its author.
 */
export const listed = (where: string): Query[] => [
  { source: 'listed_stats AS listed_posts', where },
  { source: 'listed_stats AS post_stats', where },
  { source: 'listed_posts AS posts', where },
  { source: 'listed_posts AS people', where },
];

/** Posts of the list of a tag, with the comments that have the tag. */
export const listedByTag = (where: string): Query[] => [
  ...listed(where),
  { source: 'listed_posts AS tag_comments', where },
];
