import {
  listedByTag,
  openedPost,
  postPeople,
  type PostScope,
  recentComments,
  withAllComments,
  withoutComments,
  withRecentComments,
} from '../post-scope.ts';
import { type Chapter, parameter, rows } from '../stream.ts';
import { friendlyAuthor } from './readers.ts';

const POST_ID = parameter('post_id');
const USER_ID = parameter('user_id');
const PAGE = parameter('page');
const LIST = parameter('list');

const PUBLIC_ROWS = 'every row that a parameter can select is public';

const onPage: PostScope = () => `audience = 'public' AND feed_page = ${PAGE}`;
const opened: PostScope = ({ post }) => `${post} IN opened`;
const friendsPost: PostScope = ({ post, author }) => `${post} IN opened AND ${author} IN ok_author`;
const chosenPost: PostScope = ({ post }) => `${post} IN opened AND ${post} IN chosen`;
const savedPost: PostScope = ({ post }) => `${post} IN saved AND audience <> 'hidden'`;
const publicByAuthor: PostScope = ({ author }) => `audience = 'public' AND author_page = 0 AND ${author} = ${USER_ID}`;
const friendsByAuthor: PostScope = ({ author }) =>
  `audience = 'friends' AND author_page = 0 AND ${author} IN ok_author`;

const olderPublicByAuthor: PostScope = ({ author }) =>
  `audience = 'public' AND author_page = ${PAGE} AND ${author} = ${USER_ID}`;
const olderFriendsByAuthor: PostScope = ({ author }) =>
  `audience = 'friends' AND author_page = ${PAGE} AND ${author} IN ok_author`;
const olderOwn: PostScope = ({ author }) => `${author} = auth.user_id() AND author_page = ${PAGE} AND author_page > 0`;

export const posts: Chapter = {
  heading: 'Posts, on demand.',
  streams: {
    feed_page: {
      comment: 'An older page of the feed. It shares its buckets with feed_head and feed_comments.',
      safe_because: PUBLIC_ROWS,
      queries: [
        rows('feed_people AS people', `feed_page = ${PAGE}`),
        ...withoutComments(onPage),
        ...recentComments(onPage),
      ],
    },

    post_public: {
      safe_because: PUBLIC_ROWS,
      with: { opened: openedPost("posts.audience = 'public'") },
      queries: withAllComments(opened),
    },

    post_private: {
      comment:
        'A friends-only post. The client names the author too (known from the row or the notification), so that the friend check is one look-up.',
      with: { ...friendlyAuthor(parameter('author_id')), opened: openedPost("posts.audience = 'friends'") },
      queries: withAllComments(friendsPost),
    },

    post_chosen: {
      with: {
        opened: openedPost("posts.audience = 'chosen'"),
        chosen: `
          SELECT post_recipients.post_id AS pid FROM post_recipients
           WHERE post_recipients.user_id = auth.user_id() AND post_recipients.readable = true
             AND post_recipients.post_id = ${POST_ID}`,
      },
      queries: withAllComments(chosenPost),
    },

    post_own: {
      with: { opened: openedPost("posts.user_id = auth.user_id() AND posts.status <> 'deleted'") },
      queries: [...withAllComments(opened), rows('post_readers', 'id IN opened')],
    },

    post_marks: {
      comment: "The member's own votes and likes on an opened post that is older than those in my_votes.",
      queries: [
        rows('post_votes', `user_id = auth.user_id() AND post_id = ${POST_ID}`),
        rows('comment_likes', `user_id = auth.user_id() AND post_id = ${POST_ID}`),
        rows('poll_votes', `user_id = auth.user_id() AND post_id = ${POST_ID}`),
      ],
    },

    saved_post: {
      comment: 'One of the saved posts that are older than those in `saved`.',
      with: {
        saved: `
          SELECT saved_posts.post_id AS pid FROM saved_posts
           WHERE saved_posts.user_id = auth.user_id() AND saved_posts.readable = true AND saved_posts.post_id = ${POST_ID}`,
      },
      queries: withRecentComments(savedPost),
    },

    profile_posts: {
      safe_because: PUBLIC_ROWS,
      queries: [
        ...withoutComments(publicByAuthor),
        ...postPeople(publicByAuthor),
        rows('author_pages', `user_id = ${USER_ID} AND visibility = 'public'`),
      ],
    },

    profile_friend_posts: {
      with: friendlyAuthor(USER_ID),
      queries: [
        ...withRecentComments(friendsByAuthor),
        rows('author_pages', "user_id IN ok_author AND visibility = 'friends'"),
      ],
    },

    profile_posts_page: {
      comment: "A page of an author's posts that are older than the newest 100. author_pages has the number of pages.",
      safe_because: PUBLIC_ROWS,
      queries: [...withoutComments(olderPublicByAuthor), ...postPeople(olderPublicByAuthor)],
    },

    profile_friend_posts_page: {
      with: friendlyAuthor(USER_ID),
      queries: [...withoutComments(olderFriendsByAuthor), ...postPeople(olderFriendsByAuthor)],
    },

    own_posts_page: {
      queries: [
        ...withoutComments(olderOwn),
        ...postPeople(olderOwn),
        rows('post_readers', `user_id = auth.user_id() AND author_page = ${PAGE}`),
      ],
    },

    tag_posts: {
      comment: "The newest posts of a list ('#' and the tag), with the tag's count.",
      safe_because: PUBLIC_ROWS,
      queries: [
        rows('tag_counts AS tags', `'#' || tag = ${LIST}`),
        ...listedByTag(`list = ${LIST} AND is_recent = true`),
      ],
    },

    tag_page: {
      comment: 'Older pages of a list, 50 posts each.',
      safe_because: PUBLIC_ROWS,
      queries: listedByTag(`list = ${LIST} AND page = ${PAGE}`),
    },
  },
};
