-- The first screen of a device that was never here: the newest public posts as rows of the feed, in one small answer, so that nobody looks at grey boxes while
-- half a megabyte of database and the first sync come over a slow line. Reads with the caller's own rights; the stream then brings the truth.
create function public.first_posts() returns jsonb
language sql stable security invoker set search_path = '' as $$
  with page as (
    (select p.* from public.posts p where p.sticky and p.visibility = 'public' and p.status = 'live' limit 10)
    union all
    (select p.* from public.posts p where p.visibility = 'public' and p.status = 'live' and not p.sticky order by p.created_at desc, p.id desc limit 10)
  )
  select coalesce(jsonb_agg(to_jsonb(card) order by card.sticky desc, card.created_at desc, card.id desc), '[]')
  from (
    select p.id, p.user_id, p.title, p.description, p.visibility,
      to_char(p.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at, p.sticky::int as sticky, p.image_url, p.poll_id,
      (select q.question from public.polls q where q.id = p.poll_id) as poll_question,
      p.comments_locked::int as comments_locked, u.username, u.profile_image_url, u.rank, s.score, s.comment_count
    from page p
    left join public.post_stats s on s.id = p.id
    left join public.profiles_public u on u.id = p.user_id
    order by p.sticky desc, p.created_at desc, p.id desc
    limit 10
  ) card
$$;
revoke all on function public.first_posts() from public;
grant execute on function public.first_posts() to anon, authenticated, service_role;
