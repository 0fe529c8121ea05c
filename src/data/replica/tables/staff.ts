import { column, Table } from '@powersync/common';
import { tracked } from './tracked.ts';

/** Staff only: flagged posts per member (id = member), and the command that says why a post is deleted (never synced back). */
const member_flags = new Table({ flagged_posts: column.integer }, tracked);

const post_removals = new Table(
  { post_id: column.text, moderator_id: column.text, reason: column.text },
  { ...tracked, insertOnly: true },
);

/** Members file them; open ones sync to staff alone. */
const reports = new Table(
  {
    reporter_id: column.text,
    target_type: column.text,
    target_user_id: column.text,
    target_username: column.text,
    post_id: column.text,
    post_title: column.text,
    post_description: column.text,
    reason: column.text,
    details: column.text,
    created_at: column.text,
  },
  tracked,
);

/** Members as staff sees them: those who stand out, and those asked for. */
const staff_members = new Table({
  username: column.text,
  profile_image_url: column.text,
  role: column.text,
  is_banned: column.integer,
  is_muted: column.integer,
  joined_at: column.text,
});

/** Advertisements that run today. */
const ads = new Table({
  title: column.text,
  type: column.text,
  destination_url: column.text,
  image_url: column.text,
  mobile_image_url: column.text,
});

/** All advertisements, on the ceo's device only. Written as table `ads`. */
const managed_ads = new Table({
  title: column.text,
  type: column.text,
  destination_url: column.text,
  image_url: column.text,
  mobile_image_url: column.text,
  start_date: column.text,
  end_date: column.text,
  active: column.integer,
  client_id: column.text,
  created_by: column.text,
  created_at: column.text,
  is_live: column.integer,
});

const ad_clients = new Table({ name: column.text, created_by: column.text, created_at: column.text }, tracked);

/** What staff see and do, and the advertisements. */
export const staffTables = {
  member_flags,
  post_removals,
  reports,
  staff_members,
  ads,
  managed_ads,
  ad_clients,
};
