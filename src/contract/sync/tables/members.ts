import type { ClientTable } from '../client-table.ts';

export const MEMBER_TABLES = {
  /** `author`: JSON, see contract/author.ts. */
  people: { columns: { author: 'text' } },

  /** The member's own profile, private fields included. */
  my_profile: {
    columns: {
      username: 'text',
      first_name: 'text',
      last_name: 'text',
      city: 'text',
      state: 'text',
      about: 'text',
      dob: 'text',
      email: 'text',
      profile_image_url: 'text',
      banner_url: 'text',
      privacy_settings: 'text',
      role: 'text',
      badges: 'text',
      is_banned: 'integer',
      is_muted: 'integer',
      joined_at: 'text',
      created_at: 'text',
    },
    uploadsTo: 'profiles',
  },

  /** The public part of every profile; a field that its owner made private is null. */
  profiles_public: {
    columns: {
      author: 'text',
      banner_url: 'text',
      about: 'text',
      first_name: 'text',
      last_name: 'text',
      city: 'text',
      state: 'text',
      is_official: 'integer',
      joined_at: 'text',
      /** Page of the members list. Page 0 holds the official accounts and comes last. */
      directory_page: 'integer',
    },
    indexes: { directory: ['directory_page'] },
  },

  profile_stats: { columns: { post_count: 'integer', friend_count: 'integer' } },

  directory_pages: { columns: { starts_at: 'text', size: 'integer' } },

  friends: { columns: { user_id: 'text', friend_id: 'text', status: 'text', created_at: 'text' } },

  notifications: {
    columns: {
      user_id: 'text',
      type: 'text',
      /** JSON; its fields depend on the type. */
      data: 'text',
      is_read: 'integer',
      /** Author of the post in `data`: stream post_private needs both ids. */
      post_author_id: 'text',
      /** The comment of type comment; of a mention it is in `data`. */
      comment_id: 'text',
      created_at: 'text',
    },
    indexes: { newest: ['created_at'] },
  },

  /** Where the member reads the feed: one row, whose id is the member's. */
  reading_places: {
    columns: { post_id: 'text', post_at: 'text', read_at: 'text' },
    serverColumns: ['read_at'],
  },

  /** One row, whose id is the member's. Without it everything is on. */
  notification_settings: {
    columns: {
      friend_request: 'integer',
      friend_accept: 'integer',
      comment: 'integer',
      mention: 'integer',
      message: 'integer',
      moderation: 'integer',
      promotion: 'integer',
      quiet_from: 'integer',
      quiet_to: 'integer',
      time_zone: 'text',
    },
  },

  blocks: {
    columns: { user_id: 'text', blocked_id: 'text', created_at: 'text' },
    serverColumns: ['created_at'],
  },

  mutes: { columns: { user_id: 'text', muted_id: 'text', created_at: 'text' }, serverColumns: ['created_at'] },

  private_messages: {
    columns: { sender_id: 'text', recipient_id: 'text', content: 'text', read: 'integer', created_at: 'text' },
    serverColumns: ['created_at'],
    indexes: { sent: ['sender_id', 'created_at'], received: ['recipient_id', 'created_at'] },
  },

  /** The inbox; id is the other member's id. Last page of the thread's history = floor((message_count - 1) / 100). */
  threads_index: {
    columns: {
      user_id: 'text',
      author: 'text',
      unread: 'integer',
      last_sent_at: 'text',
      message_count: 'integer',
    },
  },

  /** The member's own request, if any. */
  account_deletions: { columns: { due_at: 'text' } },

  /** Writes of the member that the server rejected. */
  write_rejections: {
    columns: {
      user_id: 'text',
      ops: 'text',
      kind: 'text',
      label: 'text',
      input: 'text',
      code: 'text',
      message: 'text',
      created_at: 'text',
    },
  },
} as const satisfies Record<string, ClientTable>;
