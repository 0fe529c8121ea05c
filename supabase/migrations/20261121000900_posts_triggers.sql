-- Before a row is written: who may, and what the server decides itself. Only for members and visitors; the service may set anything.
create function private.posts_check_row() returns trigger
language plpgsql set search_path = '' as $$
declare
  my_role text;
begin
  if not private.is_api_caller() then
    return coalesce(new, old);
  end if;
  perform private.assert_may_write(tg_op <> 'DELETE');
  if tg_op = 'DELETE' then
    return old;
  end if;
  my_role := private.my_role();

  if tg_op = 'INSERT' then
    if private.is_deleted_post(new.id) then
      raise exception 'This post was deleted.' using errcode = '23505';
    end if;
    if new.sticky and my_role <> 'ceo' then
      raise exception 'Only the ceo may pin a post.' using errcode = '42501';
    end if;
    if new.flagged or new.comments_locked then
      raise exception 'Only admin and ceo may flag or lock a post.' using errcode = '42501';
    end if;
    new.created_at := clock_timestamp();
    new.status := 'live';
    new.feed_page := null;
    new.author_hot := true;
    return new;
  end if;

  if my_role not in ('admin', 'ceo') then
    if (new.sticky, new.flagged, new.comments_locked) is distinct from (old.sticky, old.flagged, old.comments_locked) then
      raise exception 'Only admin and ceo may pin, flag or lock a post.' using errcode = '42501';
    end if;
  elsif old.user_id <> (select auth.uid()) and
    (new.title, new.description, new.image_url, new.gif_url) is distinct from (old.title, old.description, old.image_url, old.gif_url) then
    raise exception 'Only the author may edit a post.' using errcode = '42501';
  end if;
  return new;
end
$$;

create function private.is_deleted_post(post_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.post_deletions where id = post_id)
$$;
revoke all on function private.is_deleted_post(uuid) from public;
grant execute on function private.is_deleted_post(uuid) to authenticated;

-- After a post is in: its numbers, its place in the feed, its author's rank. In an AFTER trigger, because only here is it
-- certain that the row stands: a refused insert must not use up a place in the feed.
create function private.posts_take_place() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  is_new boolean := tg_op = 'INSERT';
  is_public boolean := new.visibility = 'public' and new.status = 'live';
  page integer := new.feed_page;
begin
  if is_new and (select auth.uid()) = new.user_id and not private.use_rate(new.user_id::text, 'post') then
    raise exception 'You have posted very often in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  if is_public and page is null then
    page := private.next_feed_page();
    perform private.appear_on_page(page, new.user_id);
    update public.posts set feed_page = page where id = new.id;
  end if;
  insert into public.post_stats as s (id, user_id, visibility, status, sticky, feed_page, author_hot)
  values (new.id, new.user_id, new.visibility, new.status, new.sticky, page, new.author_hot)
  on conflict (id) do update set visibility = excluded.visibility, status = excluded.status, sticky = excluded.sticky,
    feed_page = excluded.feed_page, author_hot = excluded.author_hot
  where (s.visibility, s.status, s.sticky, s.feed_page, s.author_hot)
    is distinct from (excluded.visibility, excluded.status, excluded.sticky, excluded.feed_page, excluded.author_hot);
  if new.sticky and is_public then
    perform private.appear_on_page(-1, new.user_id);
  end if;
  if is_new then
    perform private.cool_old_posts(new.user_id);
  end if;
  if is_public is distinct from (not is_new and old.visibility = 'public' and old.status = 'live') then
    perform private.count_posts(new.user_id, case when is_public then 1 else -1 end);
  end if;
  return null;
end
$$;

-- Keeps the newest 100 posts of an author hot.
create function private.cool_old_posts(author uuid) returns void
language sql security definer set search_path = '' as $$
  update public.posts set author_hot = false
  where id in (select id from public.posts where user_id = author and author_hot order by created_at desc, id desc offset 100)
$$;

-- Public posts only; the rank follows at 1, 10, 25 and 50.
create function private.count_posts(author uuid, difference integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  total integer;
  new_rank smallint;
begin
  insert into public.profile_stats as s (id, post_count) values (author, greatest(difference, 0))
  on conflict (id) do update set post_count = greatest(s.post_count + difference, 0)
  returning post_count into total;
  new_rank := case when total >= 50 then 4 when total >= 25 then 3 when total >= 10 then 2 when total >= 1 then 1 else 0 end;
  update public.profiles set rank = new_rank where id = author and rank <> new_rank;
end
$$;

create function private.posts_leave() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- The author may be going too (account deletion): then nobody is left to note it for.
  if exists (select 1 from public.profiles where id = old.user_id) then
    insert into public.post_deletions (id, user_id, deleted_by) values (old.id, old.user_id, (select auth.uid())) on conflict (id) do nothing;
    if old.visibility = 'public' and old.status = 'live' then
      perform private.count_posts(old.user_id, -1);
    end if;
  end if;
  return null;
end
$$;

revoke all on function private.posts_take_place(), private.cool_old_posts(uuid), private.count_posts(uuid, integer), private.posts_leave() from public;

create trigger posts_check_row before insert or update or delete on public.posts
  for each row execute function private.posts_check_row();
create trigger posts_take_place after insert or update of visibility, status, sticky, author_hot on public.posts
  for each row execute function private.posts_take_place();
create trigger posts_leave after delete on public.posts
  for each row execute function private.posts_leave();
