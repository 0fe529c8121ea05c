import { column, Table } from '@powersync/common';
import { tracked } from './tracked.ts';

const posts = new Table(
  {
    user_id: column.text,
    title: column.text,
    description: column.text,
    image_url: column.text,
    video_url: column.text,
    gif_url: column.text,
    visibility: column.text,
    /** Null on a row that has not come back from the server yet. */
    status: column.text,
    sticky: column.integer,
    flagged: column.integer,
    comments_locked: column.integer,
    poll_id: column.text,
    /** JSON list of the chosen readers of a friends-only post; null for all friends. Written only with the post. */
    shared_with: column.text,
    feed_page: column.integer,
    created_at: column.text,
  },
  { ...tracked, indexes: { newest: ['created_at'] } },
);

const post_images = new Table(
  { post_id: column.text, user_id: column.text, url: column.text, position: column.integer },
  { ...tracked, indexes: { post: ['post_id'] } },
);

const post_stats = new Table({ user_id: column.text, score: column.integer, comment_count: column.integer }, tracked);

/** One's own marks only; the sums stand in the stats. Ids are version 5 of the pair (contract/ids.ts). */
const post_votes = new Table(
  { post_id: column.text, user_id: column.text, value: column.integer },
  { ...tracked, indexes: { post: ['post_id'] } },
);

const comments = new Table(
  {
    post_id: column.text,
    user_id: column.text,
    parent_id: column.text,
    text: column.text,
    image_url: column.text,
    depth: column.integer,
    created_at: column.text,
    updated_at: column.text,
  },
  { ...tracked, indexes: { post: ['post_id', 'created_at'] } },
);

const comment_stats = new Table(
  { post_id: column.text, likes: column.integer },
  { ...tracked, indexes: { post: ['post_id'] } },
);

const comment_likes = new Table(
  { post_id: column.text, comment_id: column.text, user_id: column.text },
  { ...tracked, indexes: { comment: ['comment_id'] } },
);

const polls = new Table(
  {
    post_id: column.text,
    question: column.text,
    /** JSON list of strings. */
    options: column.text,
    created_by: column.text,
    visibility: column.text,
  },
  { ...tracked, indexes: { post: ['post_id'] } },
);

/** `counts`: JSON list of votes per option, in the options' order. */
const poll_stats = new Table({ post_id: column.text, counts: column.text, total: column.integer }, tracked);

const poll_votes = new Table(
  { post_id: column.text, poll_id: column.text, user_id: column.text, option_index: column.integer },
  { ...tracked, indexes: { poll: ['poll_id'] } },
);

/** Which post stands in which list: '#' and a tag, or 'trending'. */
const listed_posts = new Table(
  { list: column.text, post_id: column.text, trending_score: column.real },
  { ...tracked, indexes: { list: ['list'] } },
);

const tags = new Table({ tag: column.text, post_count: column.integer }, tracked);

const leaderboards = new Table(
  {
    kind: column.text,
    rank: column.integer,
    user_id: column.text,
    username: column.text,
    profile_image_url: column.text,
    tag: column.text,
    score: column.integer,
  },
  tracked,
);

/** Row 'members': how many there are. */
const app_counts = new Table({ value: column.integer }, tracked);

const feed_windows = new Table({ kind: column.text, page: column.integer });

/** What is written and counted in public: posts, comments, polls, votes, and the lists of them. */
export const contentTables = {
  posts,
  post_images,
  post_stats,
  post_votes,
  comments,
  comment_stats,
  comment_likes,
  polls,
  poll_stats,
  poll_votes,
  listed_posts,
  tags,
  leaderboards,
  app_counts,
  feed_windows,
};
