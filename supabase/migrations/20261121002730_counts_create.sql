-- Counts that everybody shares: posts per tag, members, the boards beside the feed. Writers do not touch the shared rows, or they would queue on
-- them: they leave a line in count_changes, and one writer at a time, at most every few seconds, sums up (private.refresh_boards). See
-- docs/decisions/005-shared-counts.md.
create table private.count_changes (
  id bigint generated always as identity primary key,
  kind text not null,
  key text not null,
  difference integer not null
);
create table private.board_clock (
  id boolean primary key default true check (id),
  refreshed_at timestamptz not null
);
insert into private.board_clock (refreshed_at) values ('2000-01-01');

create table public.tag_counts (
  tag text primary key,
  -- public posts with the tag, each once
  post_count integer not null default 0
);
create index tag_counts_top on public.tag_counts (post_count desc, tag);
create table public.app_counts (
  id text primary key,
  value bigint not null default 0
);
insert into public.app_counts (id, value) select 'members', count(*) from public.profiles;

-- The boards: five members with most public posts and comments together, five tags with most posts.
create table public.leaderboards (
  id text primary key,
  kind text not null,
  rank smallint not null,
  user_id uuid references public.profiles (id) on delete cascade,
  username text,
  profile_image_url text,
  tag text,
  score integer not null,
  constraint leaderboards_kind_known check (kind in ('top_user', 'trending_hashtag'))
);
create index leaderboards_user_id on public.leaderboards (user_id);

alter table private.count_changes enable row level security;
alter table private.board_clock enable row level security;
alter table public.tag_counts enable row level security;
alter table public.app_counts enable row level security;
alter table public.leaderboards enable row level security;
revoke all on private.count_changes, private.board_clock from public, anon, authenticated;
revoke all on public.tag_counts, public.app_counts, public.leaderboards from anon, authenticated;
grant all on public.tag_counts, public.app_counts, public.leaderboards to service_role;
grant select on public.tag_counts, public.app_counts, public.leaderboards to anon, authenticated;
create policy tag_counts_are_seen on public.tag_counts for select to anon, authenticated using (true);
create policy app_counts_are_seen on public.app_counts for select to anon, authenticated using (true);
create policy leaderboards_are_seen on public.leaderboards for select to anon, authenticated using (true);

create view public.hashtags_view with (security_invoker = true) as
  select tag, post_count as count from public.tag_counts where post_count > 0 order by post_count desc, tag;
revoke all on public.hashtags_view from anon, authenticated;
grant select on public.hashtags_view to anon, authenticated, service_role;

-- A post stands once in the list of each tag that it or its comments carry, while it is public.
create function private.hashtags_reach_list() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  mark public.hashtags := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op <> 'DELETE' and mark.audience = 'public' then
    perform private.list_post('#' || mark.tag, mark.post_id,
      coalesce((select c.post_count from public.tag_counts c where c.tag = mark.tag), 0) / 50);
  elsif not exists (select 1 from public.hashtags h where h.tag = mark.tag and h.post_id = mark.post_id and h.audience = 'public') then
    delete from public.listed_posts where list = '#' || mark.tag and post_id = mark.post_id;
  end if;
  return null;
end
$$;
create trigger hashtags_reach_list after insert or update of audience or delete on public.hashtags
  for each row execute function private.hashtags_reach_list();

create function private.listed_posts_count() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.count_changes (kind, key, difference)
  values ('tag', substr((case when tg_op = 'DELETE' then old else new end).list, 2), case when tg_op = 'DELETE' then -1 else 1 end);
  return null;
end
$$;
create trigger listed_posts_count_in after insert on public.listed_posts
  for each row when (new.list like '#%') execute function private.listed_posts_count();
create trigger listed_posts_count_out after delete on public.listed_posts
  for each row when (old.list like '#%') execute function private.listed_posts_count();

create function private.profiles_count() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.count_changes (kind, key, difference) values ('app', 'members', case when tg_op = 'DELETE' then -1 else 1 end);
  return null;
end
$$;
create trigger profiles_count after insert or delete on public.profiles
  for each row execute function private.profiles_count();

-- Public comments per member, beside their posts. The row is the member's own, so nobody queues on it but their own devices.
alter table public.profile_stats add column comment_count integer not null default 0;
create index profile_stats_top on public.profile_stats ((post_count + comment_count) desc, id);
create function private.comments_count() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author uuid := (case when tg_op = 'DELETE' then old else new end).user_id;
  step integer := case when tg_op <> 'DELETE' and new.audience = 'public' then 1 else 0 end
    - case when tg_op <> 'INSERT' and old.audience = 'public' then 1 else 0 end;
begin
  if step <> 0 and exists (select 1 from public.profiles where id = author) then
    insert into public.profile_stats as s (id, comment_count) values (author, greatest(step, 0))
    on conflict (id) do update set comment_count = greatest(s.comment_count + step, 0);
  end if;
  return null;
end
$$;
create trigger comments_count after insert or update of audience or delete on public.comments
  for each row execute function private.comments_count();
revoke all on function private.hashtags_reach_list(), private.listed_posts_count(), private.profiles_count(), private.comments_count() from public;
alter publication powersync add table public.tag_counts, public.app_counts, public.leaderboards;
