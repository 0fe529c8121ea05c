import type { ClientTable } from '../client-table.ts';

/** Posts, comments, polls and votes, their counts, and the lists that contain them. */
export const CONTENT_TABLES = {
  posts: {
    columns: {
      user_id: 'text',
      title: 'text',
      description: 'text',
      image_url: 'text',
      /** JSON of the post's images; null until the row was synced (contract/post-images.ts). */
      images: 'text',
      video_url: 'text',
      gif_url: 'text',
      visibility: 'text',
      /** Null until the row was synced. */
      status: 'text',
      sticky: 'integer',
      flagged: 'integer',
      comments_locked: 'integer',
      poll_id: 'text',
      /** JSON list of chosen readers; null: all friends. Write-only: the server moves it to post_readers. */
      shared_with: 'text',
      feed_page: 'integer',
      created_at: 'text',
    },
    serverColumns: ['created_at', 'status', 'feed_page', 'images'],
    indexes: { newest: ['created_at'] },
  },

  /** Own posts that are kept to chosen readers; `readers` is their JSON list. By the post's id. */
  post_readers: { columns: { user_id: 'text', readers: 'text' } },

  /** `version`: how many acts the counts include. */
  post_stats: { columns: { user_id: 'text', score: 'integer', comment_count: 'integer', version: 'integer' } },

  /**
   * Counts as the member's last act left them, while everybody else gets them later: in place of the ones of
   * `post_stats`, `comment_stats` or `poll_stats` with this id and a lower version (docs/decisions/035).
   */
  own_counts: {
    columns: {
      score: 'integer',
      comment_count: 'integer',
      likes: 'integer',
      counts: 'text',
      total: 'integer',
      version: 'integer',
    },
  },

  post_images: {
    columns: {
      post_id: 'text',
      user_id: 'text',
      url: 'text',
      position: 'integer',
      width: 'integer',
      height: 'integer',
      alt: 'text',
      preview: 'text',
    },
    indexes: { post: ['post_id'] },
  },

  polls: {
    columns: {
      post_id: 'text',
      question: 'text',
      /** JSON list of strings. */
      options: 'text',
      created_by: 'text',
      visibility: 'text',
    },
    serverColumns: ['post_id'],
    indexes: { post: ['post_id'] },
  },

  /** `counts`: JSON list of votes per option, in the order of the options. */
  poll_stats: { columns: { post_id: 'text', counts: 'text', total: 'integer', version: 'integer' } },

  comments: {
    columns: {
      post_id: 'text',
      user_id: 'text',
      parent_id: 'text',
      text: 'text',
      image_url: 'text',
      image_width: 'integer',
      image_height: 'integer',
      image_alt: 'text',
      image_preview: 'text',
      image_missing: 'integer',
      depth: 'integer',
      created_at: 'text',
      updated_at: 'text',
    },
    serverColumns: ['created_at', 'updated_at', 'depth'],
    indexes: { post: ['post_id', 'created_at'] },
  },

  comment_stats: {
    columns: { post_id: 'text', likes: 'integer', version: 'integer' },
    indexes: { post: ['post_id'] },
  },

  /** The member's own only; totals are in the stats. Ids: version 5 of the pair (contract/ids.ts). */
  post_votes: { columns: { post_id: 'text', user_id: 'text', value: 'integer' }, indexes: { post: ['post_id'] } },

  comment_likes: {
    columns: { post_id: 'text', comment_id: 'text', user_id: 'text' },
    serverColumns: ['post_id'],
    indexes: { comment: ['comment_id'] },
  },

  poll_votes: {
    columns: { post_id: 'text', poll_id: 'text', user_id: 'text', option_index: 'integer' },
    serverColumns: ['post_id'],
    indexes: { poll: ['poll_id'] },
  },

  /** Posts that the member has saved. Ids as above. */
  saved_posts: {
    columns: { post_id: 'text', user_id: 'text', created_at: 'text' },
    serverColumns: ['created_at'],
    indexes: { post: ['post_id'] },
  },

  /** Which post is in which list. A list is 'trending', or '#' and a tag. */
  listed_posts: { columns: { list: 'text', post_id: 'text', trending_score: 'real' }, indexes: { list: ['list'] } },

  /** By list: the comments of a post with the tag. */
  tag_comments: {
    columns: {
      list: 'text',
      post_id: 'text',
      /** JSON: see contract/tag-comment.ts; null without one. */
      comments: 'text',
    },
    indexes: { post: ['post_id'] },
  },

  /** Older pages of a tag's list are numbered from 0; the newest two are in its stream. */
  tags: { columns: { tag: 'text', post_count: 'integer', newest_page: 'integer' } },

  leaderboards: {
    columns: {
      kind: 'text',
      rank: 'integer',
      user_id: 'text',
      author: 'text',
      tag: 'text',
      score: 'integer',
    },
  },

  /** Row 'members': the number of members. */
  app_counts: { columns: { value: 'integer' } },

  /** Pages of an author's posts that are older than the newest 100, per visibility. */
  author_pages: { columns: { user_id: 'text', visibility: 'text', page_count: 'integer' } },

  feed_windows: { columns: { kind: 'text', page: 'integer' } },
} as const satisfies Record<string, ClientTable>;
