-- Hashtags, mentions, the trending score, and the lists of posts that devices load as a whole.

-- The server finds hashtags in the text of posts and comments. Nobody writes them, so nobody tags the posts of others or counts twice.
create table public.hashtags (
  id uuid primary key default gen_random_uuid(),
  tag text not null,
  post_id uuid not null references public.posts (id) on delete cascade,
  -- null when the tag is in the post's own text
  comment_id uuid references public.comments (id) on delete cascade,
  -- the post's, by trigger
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_page integer not null,
  post_author_id uuid not null,
  constraint hashtags_tag_lower check (tag = lower(tag) and char_length(tag) between 1 and 100),
  constraint hashtags_once unique nulls not distinct (post_id, comment_id, tag)
);
create index hashtags_tag on public.hashtags (tag, post_id);
create index hashtags_comment_id on public.hashtags (comment_id);

-- Lists of public posts: '#tag' for each tag, and 'trending'. A row repeats the post and its author, so that a page of a list is one bucket instead of
-- one per post. The numbers are in a table of their own: a vote must not send the post again to everyone who holds the list.
create table public.listed_posts (
  list text not null,
  -- deferred: a board that is refreshed while posts are being deleted may still change their rows
  post_id uuid not null references public.posts (id) on delete cascade deferrable initially deferred,
  -- 50 posts per page, numbered in order of arrival
  page integer not null default 0,
  -- on one of the two newest pages
  is_recent boolean not null default true,
  user_id uuid not null references public.profiles (id) on delete cascade,
  title text,
  description text,
  image_url text,
  images text,
  video_url text,
  gif_url text,
  visibility text not null,
  status text not null,
  sticky boolean not null,
  flagged boolean not null,
  comments_locked boolean not null,
  poll_id uuid,
  shared_with uuid[],
  feed_page integer,
  created_at timestamptz not null,
  author jsonb not null,
  -- in the list of a tag, the first 20 comments of the post with it, and the number of the others: {more, list: [{id, user_id, text, created_at, author}]}.
  -- Not all, because each change sends the row again to everyone who holds the list.
  comments jsonb,
  primary key (list, post_id)
);
create index listed_posts_comments on public.listed_posts using gin (comments jsonb_path_ops);
create index listed_posts_post_id on public.listed_posts (post_id);
create index listed_posts_user_id on public.listed_posts (user_id);
create index listed_posts_recent on public.listed_posts (list, page) where is_recent;
create index listed_posts_page on public.listed_posts (list, page);

create table public.listed_stats (
  list text not null,
  post_id uuid not null references public.posts (id) on delete cascade deferrable initially deferred,
  page integer not null,
  is_recent boolean not null default true,
  user_id uuid not null,
  score integer not null,
  comment_count integer not null,
  trending_score double precision not null,
  primary key (list, post_id),
  foreign key (list, post_id) references public.listed_posts (list, post_id) on delete cascade deferrable initially deferred
);
create index listed_stats_post_id on public.listed_stats (post_id);
create index listed_stats_recent on public.listed_stats (list, page) where is_recent;

alter table public.hashtags enable row level security;
alter table public.listed_posts enable row level security;
alter table public.listed_stats enable row level security;
grant select on public.hashtags, public.listed_posts, public.listed_stats to anon, authenticated;
create policy hashtags_are_read_with_the_post on public.hashtags for select to anon, authenticated using (private.may_read_post(post_id, audience));
create policy listed_posts_are_read_with_the_post on public.listed_posts for select to anon, authenticated using (private.may_read_post(post_id));
create policy listed_stats_are_read_with_the_post on public.listed_stats for select to anon, authenticated using (private.may_read_post(post_id));

-- Text

-- The app's PATTERN (src/features/text/tokens.ts), in one pass as there: a # or @ in a web address is no tag or mention, nor is an address in a mention.
create function private.marks_in(value text) returns table (tag text, name text, place bigint)
language sql immutable parallel safe set search_path = '' as $$
  select lower(m.match[1]), lower(m.match[2]), m.place
  from regexp_matches(coalesce(value, ''), '(?<![[:alnum:]_])(?:https?://|www\.)[^\s<>"'']+'
    || '|(?<![[:alnum:]_#/&])#([A-Za-z0-9_-]+)|(?<![[:alnum:]_@/])@([A-Za-z0-9._-]+)', 'gi') with ordinality as m (match, place)
$$;

-- As the app marks tags up: not inside words. Lower case, each once, at most 30 of at most 100 characters.
create function private.hashtags_of(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select tag from (
    select m.tag, min(m.place) as place from private.marks_in(value) m where m.tag is not null group by 1
  ) found where char_length(tag) <= 100 order by place limit 30
$$;

create function private.mentions_of(value text) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select name from (
    select m.name, min(m.place) as place from private.marks_in(value) m where m.name is not null group by 1
  ) found where char_length(name) <= 60 order by place limit 20
$$;

-- Makes the tags of one post or comment equal to those in its text.
create function private.set_hashtags(post uuid, comment uuid, words text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.hashtags h
  where h.post_id = post and h.comment_id is not distinct from comment and h.tag not in (select private.hashtags_of(words));
  insert into public.hashtags (tag, post_id, comment_id)
  select tag, post, comment from private.hashtags_of(words) tag on conflict do nothing;
end
$$;

-- Trending. The score grows with votes and commenters and starts higher for newer posts, so it does not have to be recomputed as time passes.
-- See docs/decisions/004-trending-score.md.
create function private.trending_score(score integer, commenters integer, created_at timestamptz) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select round((sign(score + 2 * commenters) * log(greatest(abs(score + 2 * commenters), 1))
    + (extract(epoch from created_at) - 1767225600) / 45000)::numeric, 6)::double precision
$$;

-- Public posts only, with the caller's rights.
create view public.post_trending_view with (security_invoker = true) as
  select id, user_id, visibility, trending_score as score, created_at from public.post_stats where audience = 'public';
grant select on public.post_trending_view to anon, authenticated;

-- Lists

create function private.add_post_to_list(in_list text, post uuid, on_page integer) returns void
language sql security definer set search_path = '' as $$
  insert into public.listed_posts (list, post_id, page, user_id, title, description, image_url, images, video_url, gif_url, visibility, status, sticky,
    flagged, comments_locked, poll_id, shared_with, feed_page, created_at, author)
  select in_list, p.id, on_page, p.user_id, p.title, p.description, p.image_url, p.images, p.video_url, p.gif_url, p.visibility, p.status, p.sticky,
    p.flagged, p.comments_locked, p.poll_id, p.shared_with, p.feed_page, p.created_at, private.author_card(a)
  from public.posts p join public.profiles a on a.id = p.user_id where p.id = post and p.audience = 'public'
  on conflict (list, post_id) do nothing;
  insert into public.listed_stats (list, post_id, page, user_id, score, comment_count, trending_score)
  select in_list, l.post_id, l.page, s.user_id, s.score, s.comment_count, s.trending_score
  from public.listed_posts l join public.post_stats s on s.id = l.post_id where l.list = in_list and l.post_id = post
  on conflict (list, post_id) do nothing;
$$;

-- About 300 characters of a text, from a little before the tag.
create function private.around_tag(words text, tag text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when start > 1 then '…' else '' end || substr(words, start, 300) || case when char_length(words) >= start + 300 then '…' else '' end
  from (select greatest(1, strpos(lower(words), '#' || tag) - 80) as start) around
$$;

create function private.update_listed_comments(in_tag text, post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_comments jsonb;
begin
  -- The next statement then sees the comments of those who had the lock before.
  perform 1 from public.listed_posts where list = '#' || in_tag and post_id = post for no key update;
  if not found then
    return;
  end if;
  select jsonb_build_object('more', greatest(0, count(*) - 20), 'list', jsonb_agg(comment order by n) filter (where n <= 20)) into found_comments
  from (
    select row_number() over (order by c.created_at, c.id) as n,
      jsonb_build_object('id', c.id, 'user_id', c.user_id, 'text', private.around_tag(c.text, in_tag), 'created_at', c.created_at,
        'author', private.author_card(a)) as comment
    from public.hashtags h join public.comments c on c.id = h.comment_id join public.profiles a on a.id = c.user_id
    where h.tag = in_tag and h.post_id = post) tagged
  having count(*) > 0;
  update public.listed_posts set comments = found_comments
  where list = '#' || in_tag and post_id = post and comments is distinct from found_comments;
end
$$;

create function private.posts_update_lists(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if post.audience <> 'public' then
    delete from public.listed_posts where post_id = post.id;
  else
    update public.listed_posts set title = post.title, description = post.description, image_url = post.image_url, images = post.images,
      video_url = post.video_url, gif_url = post.gif_url, visibility = post.visibility, status = post.status, sticky = post.sticky, flagged = post.flagged,
      comments_locked = post.comments_locked, poll_id = post.poll_id, shared_with = post.shared_with, feed_page = post.feed_page,
      created_at = post.created_at
    where post_id = post.id;
  end if;
end
$$;

create trigger hashtags_before_insert before insert on public.hashtags
  for each row execute function private.copy_post_scope();

-- A public post is once in the list of each tag that it or its comments have, with the comments that have it.
create function private.hashtags_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hashtag public.hashtags := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op <> 'DELETE' and hashtag.audience = 'public' then
    perform private.add_post_to_list('#' || hashtag.tag, hashtag.post_id,
      coalesce((select c.post_count from public.tag_counts c where c.tag = hashtag.tag), 0) / 50);
  elsif not exists (select 1 from public.hashtags h where h.tag = hashtag.tag and h.post_id = hashtag.post_id and h.audience = 'public') then
    delete from public.listed_posts where list = '#' || hashtag.tag and post_id = hashtag.post_id;
  end if;
  if hashtag.comment_id is not null then
    perform private.update_listed_comments(hashtag.tag, hashtag.post_id);
  end if;
  return null;
end
$$;
create trigger hashtags_after_write after insert or update of audience or delete on public.hashtags
  for each row execute function private.hashtags_after_write();

create function private.listed_posts_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  list text := (case when tg_op = 'DELETE' then old else new end).list;
begin
  if list like '#%' then
    perform private.add_count_change('tag', substr(list, 2), case when tg_op = 'DELETE' then -1 else 1 end);
  end if;
  return null;
end
$$;
create trigger listed_posts_after_write after insert or delete on public.listed_posts
  for each row execute function private.listed_posts_after_write();
