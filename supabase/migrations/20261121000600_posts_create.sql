create table public.posts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  title text,
  description text,
  image_url text,
  video_url text,
  gif_url text,
  visibility text not null default 'public',
  status text not null default 'live',
  sticky boolean not null default false,
  flagged boolean not null default false,
  comments_locked boolean not null default false,
  poll_id uuid,
  -- narrows a friends-only post to these friends (and the author); empty or null: all friends
  shared_with uuid[],
  -- number of the page of the public feed, given once when a public post goes live; null otherwise
  feed_page integer,
  -- among the author's newest posts, so that the author's own bucket stays bounded
  author_hot boolean not null default true,
  -- the clock and not the transaction's time: many posts of a day offline arrive in one call, and keep their order
  created_at timestamptz not null default clock_timestamp(),
  constraint posts_visibility_known check (visibility in ('public', 'friends')),
  constraint posts_status_known check (status in ('live', 'pending_media', 'removed')),
  constraint posts_title_length check (char_length(title) <= 200),
  constraint posts_description_length check (char_length(description) <= 10000),
  constraint posts_not_empty check (
    private.has_text(title) or private.has_text(description) or image_url is not null or gif_url is not null
    or video_url is not null or poll_id is not null or status = 'pending_media'),
  constraint posts_image_url_safe check (private.is_media_url(image_url)),
  constraint posts_video_url_safe check (private.is_media_url(video_url)),
  constraint posts_gif_url_safe check (private.is_media_url(gif_url)),
  constraint posts_shared_with_bounded check (cardinality(shared_with) <= 200)
);
comment on constraint posts_title_length on public.posts is 'A title may have at most 200 characters.';
comment on constraint posts_description_length on public.posts is 'A post may have at most 10,000 characters.';
comment on constraint posts_not_empty on public.posts is 'Please include at least a title, description, gif or image.';
comment on constraint posts_image_url_safe on public.posts is 'That image address cannot be used.';
comment on constraint posts_video_url_safe on public.posts is 'That video address cannot be used.';
comment on constraint posts_gif_url_safe on public.posts is 'That gif address cannot be used.';

create index posts_user_id on public.posts (user_id, created_at desc);
create index posts_public_newest on public.posts (created_at desc) where visibility = 'public' and status = 'live';
create index posts_feed_page on public.posts (feed_page) where feed_page is not null;
create index posts_author_hot on public.posts (user_id, created_at desc) where author_hot;
create index posts_sticky on public.posts (id) where sticky;
create index posts_friends_newest on public.posts (user_id, created_at desc) where visibility = 'friends' and status = 'live';

-- Counters in small rows of their own: a vote re-sends these few bytes and never the post.
-- The columns after user_id repeat the post's, by trigger, so that no stream needs a join.
create table public.post_stats (
  id uuid primary key references public.posts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  visibility text not null,
  status text not null,
  sticky boolean not null,
  feed_page integer,
  author_hot boolean not null,
  score integer not null default 0,
  comment_count integer not null default 0
);
create index post_stats_user_id on public.post_stats (user_id);
create index post_stats_feed_page on public.post_stats (feed_page) where feed_page is not null;

-- What is gone stays gone: an id in here can never be used again (a late replay, or a member shedding a moderator's lock).
create table public.post_deletions (
  id uuid primary key,
  user_id uuid references public.profiles (id) on delete cascade,
  deleted_by uuid,
  deleted_at timestamptz not null default now()
);
create index post_deletions_user_id on public.post_deletions (user_id);
