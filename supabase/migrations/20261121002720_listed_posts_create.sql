-- Lists of public posts that devices fetch as a whole: '#tag' for each tag, and 'trending'. A row repeats the post and its author, so that a page of a
-- list is one bucket instead of one per post. The numbers stand apart: a vote must not re-send the post to everybody who holds the list.
create table public.listed_posts (
  list text not null,
  post_id uuid not null references public.posts (id) on delete cascade,
  -- 50 to a page, counted up as posts arrive
  page integer not null default 0,
  -- on the two newest pages
  is_recent boolean not null default true,
  user_id uuid not null references public.profiles (id) on delete cascade,
  title text,
  description text,
  image_url text,
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
  username text,
  profile_image_url text,
  rank smallint not null,
  primary key (list, post_id)
);
create index listed_posts_post_id on public.listed_posts (post_id);
create index listed_posts_user_id on public.listed_posts (user_id);
create index listed_posts_recent on public.listed_posts (list, page) where is_recent;

create table public.listed_stats (
  list text not null,
  post_id uuid not null references public.posts (id) on delete cascade,
  page integer not null,
  is_recent boolean not null default true,
  user_id uuid not null,
  score integer not null,
  comment_count integer not null,
  trending_score double precision not null,
  primary key (list, post_id),
  foreign key (list, post_id) references public.listed_posts (list, post_id) on delete cascade
);
create index listed_stats_post_id on public.listed_stats (post_id);

alter table public.listed_posts enable row level security;
alter table public.listed_stats enable row level security;
revoke all on public.listed_posts, public.listed_stats from anon, authenticated;
grant all on public.listed_posts, public.listed_stats to service_role;
grant select on public.listed_posts, public.listed_stats to anon, authenticated;
create policy listed_posts_follow_the_post on public.listed_posts for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = listed_posts.post_id and p.audience = 'public'));
create policy listed_stats_follow_the_post on public.listed_stats for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = listed_stats.post_id and p.audience = 'public'));

create function private.list_post(in_list text, post uuid, on_page integer) returns void
language sql security definer set search_path = '' as $$
  insert into public.listed_posts (list, post_id, page, user_id, title, description, image_url, video_url, gif_url, visibility, status, sticky, flagged,
    comments_locked, poll_id, feed_page, created_at, username, profile_image_url, rank)
  select in_list, p.id, on_page, p.user_id, p.title, p.description, p.image_url, p.video_url, p.gif_url, p.visibility, p.status, p.sticky, p.flagged,
    p.comments_locked, p.poll_id, p.feed_page, p.created_at, a.username, a.profile_image_url, a.rank
  from public.posts p join public.profiles a on a.id = p.user_id where p.id = post and p.audience = 'public'
  on conflict (list, post_id) do nothing;
  insert into public.listed_stats (list, post_id, page, user_id, score, comment_count, trending_score)
  select in_list, l.post_id, l.page, s.user_id, s.score, s.comment_count, s.trending_score
  from public.listed_posts l join public.post_stats s on s.id = l.post_id where l.list = in_list and l.post_id = post
  on conflict (list, post_id) do nothing;
$$;

create function private.posts_reach_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.audience <> 'public' then
    delete from public.listed_posts where post_id = new.id;
  else
    update public.listed_posts set title = new.title, description = new.description, image_url = new.image_url, video_url = new.video_url,
      gif_url = new.gif_url, status = new.status, sticky = new.sticky, flagged = new.flagged, comments_locked = new.comments_locked,
      poll_id = new.poll_id, feed_page = new.feed_page
    where post_id = new.id;
  end if;
  return null;
end
$$;
create trigger posts_reach_lists after update on public.posts
  for each row when ((old.*) is distinct from (new.*)) execute function private.posts_reach_lists();

create function private.post_stats_reach_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.listed_stats set score = new.score, comment_count = new.comment_count, trending_score = new.trending_score where post_id = new.id;
  return null;
end
$$;
create trigger post_stats_reach_lists after update of score, comment_count, commenters on public.post_stats
  for each row execute function private.post_stats_reach_lists();

create function private.profiles_reach_lists() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.listed_posts set username = new.username, profile_image_url = new.profile_image_url, rank = new.rank where user_id = new.id;
  return null;
end
$$;
create trigger profiles_reach_lists after update of username, profile_image_url, rank on public.profiles
  for each row when ((old.username, old.profile_image_url, old.rank) is distinct from (new.username, new.profile_image_url, new.rank))
  execute function private.profiles_reach_lists();

revoke all on function private.list_post(text, uuid, integer), private.posts_reach_lists(), private.post_stats_reach_lists(),
  private.profiles_reach_lists() from public;
alter publication powersync add table public.listed_posts, public.listed_stats;
