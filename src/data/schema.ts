import { column, Schema, Table } from '@powersync/common';

/** Every synced table tracks metadata: it carries the action's id from the local write to the server. */
const tracked = { trackMetadata: true };

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

/** One's own marks only; the sums stand in the stats. Ids are version 5 of the pair (contract/ids.ts). */
const post_votes = new Table(
  { post_id: column.text, user_id: column.text, value: column.integer },
  { ...tracked, indexes: { post: ['post_id'] } },
);
const comment_likes = new Table(
  { post_id: column.text, comment_id: column.text, user_id: column.text },
  { ...tracked, indexes: { comment: ['comment_id'] } },
);
const poll_votes = new Table(
  { post_id: column.text, poll_id: column.text, user_id: column.text, option_index: column.integer },
  { ...tracked, indexes: { poll: ['poll_id'] } },
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

/** Staff only: flagged posts per member (id = member), and the command that says why a post is deleted (never synced back). */
const member_flags = new Table({ flagged_posts: column.integer }, tracked);
const post_removals = new Table(
  { post_id: column.text, moderator_id: column.text, reason: column.text },
  { ...tracked, insertOnly: true },
);

const post_stats = new Table({ user_id: column.text, score: column.integer, comment_count: column.integer }, tracked);

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

const write_rejections = new Table({
  user_id: column.text,
  operations: column.text,
  code: column.text,
  message: column.text,
  created_at: column.text,
});

const feed_windows = new Table({ kind: column.text, page: column.integer });

/**
 * One row per action of the member that the server has not answered for good. `id` is the action's id, as in the queue and
 * in `apply_crud`. It never leaves the device. `payload` (JSON of CrudOp[], local tables and columns) is what the action wrote.
 */
const outbox = new Table(
  {
    kind: column.text,
    entity_id: column.text,
    /** What it hangs on: the post of a comment or vote, the other member of a message. */
    subject_id: column.text,
    /** Plain words for what it belongs to. */
    about: column.text,
    state: column.text,
    label: column.text,
    bytes: column.integer,
    created_at: column.text,
    attempts: column.integer,
    last_error: column.text,
    /** The refused action that holds this one. */
    blocked_by: column.text,
    /** 1 once the server may have it although it never said so: it cannot be taken back unnoticed any more. */
    uncertain: column.integer,
    /** 1: given up on this device; the server keeps no refusal of it. */
    is_local: column.integer,
    /** When the server had it; ISO 8601. */
    sent_at: column.text,
    /** QUEUE_VERSION of the release that wrote it. */
    version: column.integer,
    /** Refused only by this release: it was written by a newer one, with this QUEUE_VERSION. */
    waits_for: column.integer,
    payload: column.text,
  },
  { localOnly: true, indexes: { entity: ['entity_id'], subject: ['subject_id'] } },
);

export const schema = new Schema({
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
  member_flags,
  post_removals,
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
  reports,
  staff_members,
  ads,
  managed_ads,
  ad_clients,
  write_rejections,
  feed_windows,
  outbox,
});

/** Columns that only the server fills. They are shown from local rows but never uploaded. */
export const SERVER_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  posts: ['created_at', 'status', 'feed_page'],
  comments: ['created_at', 'updated_at', 'depth'],
  comment_likes: ['post_id'],
  poll_votes: ['post_id'],
  polls: ['post_id'],
  blocks: ['created_at'],
  mutes: ['created_at'],
  private_messages: ['created_at'],
  user_consents: ['created_at'],
  reports: ['created_at', 'target_username', 'post_title', 'post_description'],
};

/** Tables that carry another name on the server. */
const SERVER_TABLES: Readonly<Record<string, string>> = { my_profile: 'profiles', managed_ads: 'ads' };
const LOCAL_TABLES = Object.fromEntries(Object.entries(SERVER_TABLES).map(([local, server]) => [server, local]));

export const toServerTable = (name: string): string => SERVER_TABLES[name] ?? name;
/** The writable local table; `ads` is also the name of a read-only list here. */
export const toLocalTable = (name: string): string => LOCAL_TABLES[name] ?? name;
