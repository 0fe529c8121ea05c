import { column, Table } from '@powersync/common';
import { tracked } from './tracked.ts';

const people = new Table({ username: column.text, profile_image_url: column.text, rank: column.integer }, tracked);

const my_profile = new Table(
  {
    username: column.text,
    first_name: column.text,
    last_name: column.text,
    city: column.text,
    state: column.text,
    about: column.text,
    dob: column.text,
    email: column.text,
    profile_image_url: column.text,
    banner_url: column.text,
    privacy_settings: column.text,
    role: column.text,
    badges: column.text,
    is_banned: column.integer,
    is_muted: column.integer,
    joined_at: column.text,
    created_at: column.text,
  },
  tracked,
);

const friends = new Table(
  { user_id: column.text, friend_id: column.text, status: column.text, created_at: column.text },
  tracked,
);

/** What everyone may see of a member; a private field is null. */
const profiles_public = new Table(
  {
    username: column.text,
    profile_image_url: column.text,
    banner_url: column.text,
    about: column.text,
    first_name: column.text,
    last_name: column.text,
    city: column.text,
    state: column.text,
    rank: column.integer,
    is_official: column.integer,
    joined_at: column.text,
    /** The leaf of the members list; 0 holds the official accounts and comes last. */
    directory_page: column.integer,
  },
  { indexes: { directory: ['directory_page'] } },
);

const profile_stats = new Table({ post_count: column.integer, friend_count: column.integer });

const directory_pages = new Table({ starts_at: column.text, size: column.integer });

const notifications = new Table(
  {
    user_id: column.text,
    type: column.text,
    /** JSON; its fields depend on the type. */
    data: column.text,
    is_read: column.integer,
    /** Author of the post in `data`: a friends-only post is asked for by both ids. */
    post_author_id: column.text,
    created_at: column.text,
  },
  { ...tracked, indexes: { newest: ['created_at'] } },
);

const blocks = new Table({ user_id: column.text, blocked_id: column.text, created_at: column.text }, tracked);

const mutes = new Table({ user_id: column.text, muted_id: column.text, created_at: column.text }, tracked);

const private_messages = new Table(
  {
    sender_id: column.text,
    recipient_id: column.text,
    content: column.text,
    read: column.integer,
    created_at: column.text,
  },
  { ...tracked, indexes: { sent: ['sender_id', 'created_at'], received: ['recipient_id', 'created_at'] } },
);

/** The inbox; id = the other side's id. Last page of the thread's history = floor((message_count - 1) / 100). */
const threads_index = new Table({
  user_id: column.text,
  username: column.text,
  profile_image_url: column.text,
  unread: column.integer,
  last_sent_at: column.text,
  message_count: column.integer,
});

const user_consents = new Table(
  { user_id: column.text, is_adult: column.integer, terms_version: column.text, created_at: column.text },
  tracked,
);

/** The member's own request, if any. */
const account_deletions = new Table({ requested_at: column.text, due_at: column.text });

/** Who somebody is and what passes between members. */
export const membersTables = {
  people,
  my_profile,
  friends,
  profiles_public,
  profile_stats,
  directory_pages,
  notifications,
  blocks,
  mutes,
  private_messages,
  threads_index,
  user_consents,
  account_deletions,
};
