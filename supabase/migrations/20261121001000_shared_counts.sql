-- Counts that everybody shares: posts per tag, members, and the boards beside the feed. Writers do not update the shared rows, or they would wait for
-- each other: they add a row to count_changes, and one writer at a time applies them every few seconds (private.refresh_boards).
-- See docs/decisions/005-shared-counts.md.

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
insert into public.app_counts (id, value) values ('members', 0);

-- The five members with most public posts and comments, and the five tags with most posts.
create table public.leaderboards (
  id text primary key,
  kind text not null,
  rank smallint not null,
  user_id uuid references public.profiles (id) on delete cascade,
  author jsonb,
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
grant select on public.tag_counts, public.app_counts, public.leaderboards to anon, authenticated;
create policy tag_counts_are_read_by_everyone on public.tag_counts for select to anon, authenticated using (true);
create policy app_counts_are_read_by_everyone on public.app_counts for select to anon, authenticated using (true);
create policy leaderboards_are_read_by_everyone on public.leaderboards for select to anon, authenticated using (true);

create view public.hashtags_view with (security_invoker = true) as
  select tag, post_count as count from public.tag_counts where post_count > 0 order by post_count desc, tag;
grant select on public.hashtags_view to anon, authenticated;

create function private.add_count_change(kind text, key text, difference integer) returns void
language sql security definer set search_path = '' as $$
  insert into private.count_changes (kind, key, difference) values (kind, key, difference)
$$;

create function private.apply_count_changes() returns void
language plpgsql security definer set search_path = '' as $$
declare
  tags text[];
begin
  with taken as (
    delete from private.count_changes where id in (select id from private.count_changes order by id limit 5000 for update skip locked)
    returning kind, key, difference
  ), sums as (
    select kind, key, sum(difference)::integer as difference from taken group by kind, key having sum(difference) <> 0
  ), apps as (
    update public.app_counts a set value = greatest(a.value + s.difference, 0) from sums s where s.kind = 'app' and s.key = a.id
  ), summed as (
    insert into public.tag_counts as c (tag, post_count) select key, greatest(difference, 0) from sums where kind = 'tag'
    on conflict (tag) do update set post_count = greatest(c.post_count + (
      select s.difference from sums s where s.kind = 'tag' and s.key = c.tag), 0)
    returning tag, post_count
  )
  select array_agg(tag) filter (where post_count >= 100) into tags from summed;
  -- Lists that filled a page: their older pages are loaded on demand.
  update public.listed_posts l set is_recent = false from public.tag_counts c
  where c.tag = any (tags) and l.list = '#' || c.tag and l.is_recent and l.page < c.post_count / 50 - 1;
  update public.listed_stats s set is_recent = false from public.tag_counts c
  where c.tag = any (tags) and s.list = '#' || c.tag and s.is_recent and s.page < c.post_count / 50 - 1;
end
$$;

-- The 50 posts with the highest trending score.
create function private.refresh_trending_list() returns void
language plpgsql security definer set search_path = '' as $$
declare
  top uuid[] := array(select id from public.post_stats where audience = 'public' order by trending_score desc, id limit 50);
begin
  -- Skips rows that a voter has locked, which could deadlock; the next run deletes them.
  delete from public.listed_posts where list = 'trending' and post_id in (
    select s.post_id from public.listed_stats s where s.list = 'trending' and s.post_id <> all (top) for update skip locked);
  perform private.add_post_to_list('trending', t.id, 0) from unnest(top) t (id)
  where not exists (select 1 from public.listed_posts l where l.list = 'trending' and l.post_id = t.id);
end
$$;

-- Applies the changes, then refreshes the boards. One writer at a time (others go on without waiting), at most every five seconds unless forced.
-- True when it ran. The work is bounded: 5,000 changes, 5 + 5 + 50 rows read by index, and only rows that differ are written.
create function private.refresh_boards(force boolean default false) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not force and exists (select 1 from private.board_clock where refreshed_at > clock_timestamp() - interval '5 seconds') then
    return false;
  end if;
  if force then
    perform pg_advisory_xact_lock(7463620260001);
  elsif not pg_try_advisory_xact_lock(7463620260001) then
    return false;
  end if;
  update private.board_clock set refreshed_at = clock_timestamp();
  perform private.apply_count_changes();
  perform private.refresh_trending_list();

  with wanted as (
    select 'top_user:' || n as id, 'top_user' as kind, n::smallint as rank, t.id as user_id, t.author, null::text as tag, t.score
    from (select row_number() over (order by s.post_count + s.comment_count desc, s.id) as n, p.id, private.author_card(p) as author,
        s.post_count + s.comment_count as score
      from (select * from public.profile_stats where post_count + comment_count > 0 order by post_count + comment_count desc, id limit 5) s
      join public.profiles p on p.id = s.id) t
    union all
    select 'trending_hashtag:' || n, 'trending_hashtag', n, null, null, tag, post_count
    from (select row_number() over (order by post_count desc, tag) as n, tag, post_count
      from (select * from public.tag_counts where post_count > 0 order by post_count desc, tag limit 5) c) t
  ), gone as (
    delete from public.leaderboards where id not in (select id from wanted)
  )
  insert into public.leaderboards as l (id, kind, rank, user_id, author, tag, score)
  select id, kind, rank, user_id, author, tag, score from wanted
  on conflict (id) do update set user_id = excluded.user_id, author = excluded.author, tag = excluded.tag, score = excluded.score
  where (l.user_id, l.author, l.tag, l.score)
    is distinct from (excluded.user_id, excluded.author, excluded.tag, excluded.score);
  return true;
end
$$;

-- For a timer: applies the changes of the last writers before a quiet time.
create function public.refresh_boards() returns boolean
language sql security definer set search_path = '' as $$
  select private.refresh_boards()
$$;

-- After every statement that may change a board. Writers never wait for it, because refresh_boards only tries the lock.
create function private.refresh_boards_after_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_boards();
  return null;
end
$$;
-- After a deletion posts_after_delete_statement refreshes them.
create trigger posts_after_statement after insert or update of status on public.posts
  for each statement execute function private.refresh_boards_after_statement();
create trigger comments_after_statement after insert or delete on public.comments
  for each statement execute function private.refresh_boards_after_statement();
create trigger post_votes_after_statement after insert or update of value or delete on public.post_votes
  for each statement execute function private.refresh_boards_after_statement();
create trigger profiles_after_statement after insert or update or delete on public.profiles
  for each statement execute function private.refresh_boards_after_statement();
