import {
  attached,
  listed,
  postPeople,
  postRows,
  recentComments,
  withoutComments,
  withRecentComments,
  type PostScope,
} from '../post-scope.ts';
import { type Chapter, rows } from '../stream.ts';
import { READER } from './readers.ts';

const HOT_PAGES = {
  hot_pages: "SELECT feed_windows.page AS page FROM feed_windows WHERE feed_windows.kind = 'public_hot'",
};

const hot: PostScope = () => "audience = 'public' AND feed_page IN hot_pages";
const pinned: PostScope = () => "audience = 'public' AND sticky = true";
const own: PostScope = ({ author }) => `${author} = auth.user_id() AND author_page = 0`;
const friends: PostScope = ({ author }) => `audience = 'friends' AND author_page = 0 AND ${author} IN feed_friends`;
const saved: PostScope = ({ post }) => `${post} IN saved AND audience <> 'hidden'`;
const chosen: PostScope = ({ post }) => `audience = 'chosen' AND ${post} IN chosen`;

export const automatic: Chapter = {
  streams: {
    feed_head: {
      comment: 'The newest pages of the public feed, for everyone. feed_windows limits them to three.',
      auto_subscribe: true,
      priority: 1,
      with: HOT_PAGES,
      queries: [...withoutComments(hot), rows('feed_people AS people', 'feed_page IN hot_pages')],
    },

    pinned: {
      comment: 'Pinned posts stay at the top whatever their age. Page -1 of feed_people holds their authors.',
      auto_subscribe: true,
      priority: 1,
      queries: [...withoutComments(pinned), rows('feed_people AS people', 'feed_page = -1')],
    },

    feed_comments: {
      comment:
        'The newest 100 comments of each of these posts. They come after the posts, so that unopened threads can be read offline too.',
      auto_subscribe: true,
      priority: 3,
      with: HOT_PAGES,
      queries: [...recentComments(hot), ...recentComments(pinned)],
    },

    globals: {
      auto_subscribe: true,
      priority: 2,
      queries: [rows('feed_windows'), rows('leaderboards'), rows('app_counts')],
    },

    trending: {
      comment: 'The 50 public posts with the highest trending score, in one bucket: listed_posts holds a copy of each.',
      auto_subscribe: true,
      priority: 3,
      queries: listed("list = 'trending'"),
    },

    ads: {
      comment: 'Advertisements that run today, without dates, clients and counts. Postgres keeps is_live up to date.',
      auto_subscribe: true,
      priority: 3,
      queries: [rows('ads', 'is_live = true')],
    },

    me: {
      comment: `
        The member's own rows. A friendship is two rows; the member's own is enough, except for requests from the other side.
        Only a member's token has the audience 'authenticated', whatever the subject of another one is. A banned member reads as a guest, but keeps
        their profile, which gives the reason.`,
      auto_subscribe: true,
      priority: 1,
      with: READER,
      queries: [
        rows('profiles AS my_profile', 'id = auth.user_id()'),
        rows('profiles_public AS people', 'id = auth.user_id()'),
        ...postRows(own),
        rows('post_readers', 'user_id = auth.user_id() AND author_page = 0'),
        rows('friends', 'user_id IN reader'),
        rows('friends', "friend_id IN reader AND status = 'pending'"),
        rows('write_rejections', 'user_id = auth.user_id()'),
        rows('profiles_public', 'id = auth.user_id()'),
        rows('profile_stats', 'id = auth.user_id()'),
        rows('author_pages', 'user_id = auth.user_id()'),
        rows('own_counts', 'owner_id IN reader'),
        rows('notifications', 'user_id IN reader AND is_recent = true'),
        rows('known_people AS people', 'owner_id IN reader'),
        rows('blocks', 'user_id IN reader'),
        rows('mutes', 'user_id IN reader'),
        rows('notification_settings', 'id = auth.user_id()'),
        rows('reading_places', 'id = auth.user_id()'),
        rows('account_deletions', 'user_id = auth.user_id()'),
      ],
    },

    my_messages: {
      comment: "The inbox, and the member's newest 500 messages, sent and received.",
      auto_subscribe: true,
      priority: 1,
      with: READER,
      queries: [
        rows('private_messages', 'sender_id IN reader AND recent_for_sender = true'),
        rows('private_messages', 'recipient_id IN reader AND recent_for_recipient = true'),
        rows('threads_index', 'owner_id IN reader'),
      ],
    },

    own_posts: {
      comment:
        "Images, polls, comments and authors of the member's own newest posts (the posts themselves are in `me`).",
      auto_subscribe: true,
      priority: 2,
      queries: [...attached(own), ...recentComments(own), ...postPeople(own)],
    },

    waiting_comments: {
      comment:
        "The member's own comments that wait for their image. Of the priority of all other comments: the row moves there without being absent in between.",
      auto_subscribe: true,
      priority: 3,
      queries: [rows('comments', "user_id = auth.user_id() AND audience = 'waiting'")],
    },

    my_votes: {
      comment: "The member's own votes and likes, the newest of each kind, and the list of saved posts.",
      auto_subscribe: true,
      priority: 2,
      queries: [
        rows('post_votes', 'user_id = auth.user_id() AND is_recent = true'),
        rows('comment_likes', 'user_id = auth.user_id() AND is_recent = true'),
        rows('poll_votes', 'user_id = auth.user_id() AND is_recent = true'),
        rows('saved_posts', 'user_id = auth.user_id()'),
      ],
    },

    saved: {
      comment:
        'The posts that the member has saved, for reading offline: one bucket per post, the newest 30. `readable` gives the right to read.',
      auto_subscribe: true,
      priority: 3,
      with: {
        saved: `
          SELECT saved_posts.post_id AS pid FROM saved_posts
           WHERE saved_posts.user_id = auth.user_id() AND saved_posts.readable = true AND saved_posts.is_recent = true`,
      },
      queries: withRecentComments(saved),
    },

    friends_feed: {
      comment:
        "Friends-only posts: one bucket per friend in the feed, 200 at most. An official account is everyone's friend and has no friends in its feed.",
      auto_subscribe: true,
      priority: 2,
      with: {
        feed_friends: `
          SELECT friends.friend_id AS uid FROM friends
           WHERE friends.user_id = auth.user_id() AND friends.status = 'accepted' AND friends.in_feed = true AND friends.user_active = true`,
      },
      queries: withRecentComments(friends),
    },

    shared_with_me: {
      comment:
        'Posts for chosen friends: one bucket per post, the newest 30 per reader. The row in post_recipients gives the right to read.',
      auto_subscribe: true,
      priority: 2,
      with: {
        chosen: `
          SELECT post_recipients.post_id AS pid FROM post_recipients
           WHERE post_recipients.user_id = auth.user_id() AND post_recipients.readable = true AND post_recipients.is_recent = true`,
      },
      queries: withRecentComments(chosen),
    },
  },
};
