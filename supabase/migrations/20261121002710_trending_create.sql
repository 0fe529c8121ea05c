-- The trending score grows with votes and with people who comment, and starts higher for newer posts, so that it never has to be computed again
-- because time passed. See docs/decisions/004-trending-score.md.
alter table public.post_stats add column commenters integer not null default 0;
alter table public.post_stats add column created_at timestamptz not null default clock_timestamp();
alter table public.post_stats add column trending_score double precision not null default 0;

create function private.trending_score(score integer, commenters integer, created_at timestamptz) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select round((sign(score + 2 * commenters) * log(greatest(abs(score + 2 * commenters), 1))
    + (extract(epoch from created_at) - 1767225600) / 45000)::numeric, 6)::double precision
$$;

create function private.post_stats_set_trending() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    select p.created_at into new.created_at from public.posts p where p.id = new.id;
  end if;
  new.trending_score := private.trending_score(new.score, new.commenters, new.created_at);
  return new;
end
$$;
create trigger post_stats_set_trending before insert or update of score, commenters on public.post_stats
  for each row execute function private.post_stats_set_trending();
update public.post_stats s set created_at = p.created_at, score = s.score from public.posts p where p.id = s.id;
create index post_stats_trending on public.post_stats (trending_score desc, id) where audience = 'public';

-- Commenters other than the author, each once.
create function private.post_people_count() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_stats set commenters = commenters + 1 where id = new.post_id and user_id <> new.user_id;
  return null;
end
$$;
create trigger post_people_count after insert on public.post_people
  for each row execute function private.post_people_count();
revoke all on function private.trending_score(integer, integer, timestamptz), private.post_stats_set_trending(), private.post_people_count() from public;

-- Public posts only, under the caller's own rights.
create view public.post_trending_view with (security_invoker = true) as
  select id, user_id, visibility, trending_score as score, created_at from public.post_stats where audience = 'public';
revoke all on public.post_trending_view from anon, authenticated;
grant select on public.post_trending_view to anon, authenticated, service_role;
