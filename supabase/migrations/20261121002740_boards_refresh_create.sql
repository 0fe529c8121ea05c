-- Sums up what writers left, then renews the boards. One at a time (others go on without waiting), at most every five seconds unless forced. True when
-- it ran. Everything here is bounded: 5,000 lines, 5 + 5 + 50 rows read by index, and only rows that differ are written.
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
  perform private.sum_counts();
  perform private.renew_trending();

  with wanted as (
    select 'top_user:' || n as id, 'top_user' as kind, n::smallint as rank, t.id as user_id, t.username, t.profile_image_url, null::text as tag, t.score
    from (select row_number() over (order by s.post_count + s.comment_count desc, s.id) as n, p.id, p.username, p.profile_image_url,
        s.post_count + s.comment_count as score
      from (select * from public.profile_stats where post_count + comment_count > 0 order by post_count + comment_count desc, id limit 5) s
      join public.profiles p on p.id = s.id) t
    union all
    select 'trending_hashtag:' || n, 'trending_hashtag', n, null, null, null, tag, post_count
    from (select row_number() over (order by post_count desc, tag) as n, tag, post_count
      from (select * from public.tag_counts where post_count > 0 order by post_count desc, tag limit 5) c) t
  ), gone as (
    delete from public.leaderboards where id not in (select id from wanted)
  )
  insert into public.leaderboards as l (id, kind, rank, user_id, username, profile_image_url, tag, score)
  select id, kind, rank, user_id, username, profile_image_url, tag, score from wanted
  on conflict (id) do update set user_id = excluded.user_id, username = excluded.username, profile_image_url = excluded.profile_image_url,
    tag = excluded.tag, score = excluded.score
  where (l.user_id, l.username, l.profile_image_url, l.tag, l.score)
    is distinct from (excluded.user_id, excluded.username, excluded.profile_image_url, excluded.tag, excluded.score);
  return true;
end
$$;

create function private.sum_counts() returns void
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
  -- Lists that filled a page since: their older pages are fetched on demand only.
  with old as (
    update public.listed_posts l set is_recent = false from public.tag_counts c
    where c.tag = any (tags) and l.list = '#' || c.tag and l.is_recent and l.page < c.post_count / 50 - 1
    returning l.list, l.post_id
  )
  update public.listed_stats s set is_recent = false from old where s.list = old.list and s.post_id = old.post_id;
end
$$;

-- The 50 highest trending scores.
create function private.renew_trending() returns void
language plpgsql security definer set search_path = '' as $$
declare
  top uuid[] := array(select id from public.post_stats where audience = 'public' order by trending_score desc, id limit 50);
begin
  -- A row that a voter holds just now goes next time: waiting for them could end in a deadlock.
  delete from public.listed_posts where list = 'trending' and post_id in (
    select s.post_id from public.listed_stats s where s.list = 'trending' and s.post_id <> all (top) for update skip locked);
  perform private.list_post('trending', t.id, 0) from unnest(top) t (id)
  where not exists (select 1 from public.listed_posts l where l.list = 'trending' and l.post_id = t.id);
end
$$;

-- After whatever may change a board. A member writing never waits for it: see the try-lock.
create function private.writes_refresh_boards() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refresh_boards();
  return null;
end
$$;
create trigger zz_posts_refresh_boards after insert or delete or update of status on public.posts
  for each statement execute function private.writes_refresh_boards();
create trigger zz_comments_refresh_boards after insert or delete on public.comments
  for each statement execute function private.writes_refresh_boards();
create trigger zz_post_votes_refresh_boards after insert or update of value or delete on public.post_votes
  for each statement execute function private.writes_refresh_boards();
create trigger zz_profiles_refresh_boards after insert or delete or update of username on public.profiles
  for each statement execute function private.writes_refresh_boards();

-- For a timer: what the last writer before a quiet hour left.
create function public.refresh_boards() returns boolean
language sql security definer set search_path = '' as $$
  select private.refresh_boards()
$$;
revoke all on function private.refresh_boards(boolean), private.sum_counts(), private.renew_trending(), private.writes_refresh_boards() from public;
revoke all on function public.refresh_boards() from public, anon, authenticated;
grant execute on function public.refresh_boards() to service_role;
