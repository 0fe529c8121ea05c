import type { ClientTable } from '../client-table.ts';

export const STAFF_TABLES = {
  /** Number of flagged posts per member; id is the member's. */
  member_flags: { columns: { flagged_posts: 'integer' } },

  /** Who flagged a post; id is the post's. */
  post_flags: { columns: { flagged_by: 'text', flagged_at: 'text' } },

  /** The command that gives the reason for deleting a post. */
  post_removals: { columns: { post_id: 'text', moderator_id: 'text', reason: 'text' }, insertOnly: true },

  /** Filed by members; the open ones sync to staff only. */
  reports: {
    columns: {
      reporter_id: 'text',
      reporter_username: 'text',
      target_type: 'text',
      target_user_id: 'text',
      target_username: 'text',
      post_id: 'text',
      post_title: 'text',
      post_description: 'text',
      reason: 'text',
      details: 'text',
      is_open: 'integer',
      note: 'text',
      created_at: 'text',
    },
    serverColumns: ['created_at', 'reporter_username', 'target_username', 'post_title', 'post_description'],
  },

  /** Members as staff see them: staff, banned, muted and watched ones, and those opened by id. */
  staff_members: {
    columns: {
      username: 'text',
      profile_image_url: 'text',
      role: 'text',
      is_banned: 'integer',
      is_muted: 'integer',
      joined_at: 'text',
    },
  },

  /** Advertisements that run today. */
  ads: {
    columns: {
      title: 'text',
      type: 'text',
      destination_url: 'text',
      image_url: 'text',
      mobile_image_url: 'text',
      /** Position in the order of the day, 0–996. */
      turn: 'integer',
    },
  },

  /** All advertisements, on the ceo's device only. */
  managed_ads: {
    columns: {
      title: 'text',
      type: 'text',
      destination_url: 'text',
      image_url: 'text',
      mobile_image_url: 'text',
      start_date: 'text',
      end_date: 'text',
      active: 'integer',
      client_id: 'text',
      created_by: 'text',
      created_at: 'text',
    },
  },

  ad_clients: { columns: { name: 'text', created_by: 'text', created_at: 'text' } },
} as const satisfies Record<string, ClientTable>;
