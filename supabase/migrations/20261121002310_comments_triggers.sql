-- Before a comment is written: may they, on this post, under this parent; and what the server decides itself.
create function private.comments_check_row() returns trigger
language plpgsql set search_path = '' as $$
declare
  asked boolean := private.is_api_caller();
  parent public.comments;
begin
  if asked then
    perform private.assert_may_write(tg_op <> 'DELETE');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' then
    if asked then
      new.updated_at := case when new.text is distinct from old.text then clock_timestamp() else old.updated_at end;
    end if;
    return new;
  end if;

  if asked then
    perform private.assert_post_is_there(new.post_id);
    if (select p.comments_locked from public.posts p where p.id = new.post_id) and not private.is_staff() then
      raise exception 'Comments on this post are locked.' using errcode = '42501';
    end if;
    new.created_at := clock_timestamp();
    new.updated_at := null;
  end if;
  if new.parent_id is not null then
    select * into parent from public.comments c where c.id = new.parent_id and c.post_id = new.post_id;
    if not found then
      raise exception 'The comment that this answers is no longer there.' using errcode = '23503';
    end if;
    -- A parent stands before its reply and is never changed, so no circle can form.
    if parent.depth >= 4 then
      new.parent_id := parent.parent_id;
    end if;
    new.depth := case when new.parent_id is null then 0 else least(parent.depth + 1, 4) end;
  end if;
  return new;
end
$$;

create function private.comments_take_place() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) = new.user_id and not private.use_rate(new.user_id::text, 'comment') then
    raise exception 'You have commented very often in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.comment_stats (id, post_id) values (new.id, new.post_id);
  update public.post_stats set comment_count = comment_count + 1 where id = new.post_id;
  perform private.appear_on_post(new.post_id, new.user_id);
  if new.audience = 'public' then
    perform private.appear_on_page(new.feed_page, new.user_id);
    if new.sticky then
      perform private.appear_on_page(-1, new.user_id);
    end if;
  end if;
  perform private.cool_old_comments(new.post_id);
  return null;
end
$$;

create function private.cool_old_comments(post uuid) returns void
language sql security definer set search_path = '' as $$
  with old as (
    select id from public.comments where post_id = post and is_recent order by created_at desc, id desc offset 100
  ), cooled as (
    update public.comments set is_recent = false where id in (select id from old) returning id
  )
  update public.comment_stats set is_recent = false where id in (select id from cooled)
$$;

-- While the post itself goes, its numbers go with it.
create function private.comments_leave() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.posts where id = old.post_id) then
    update public.post_stats set comment_count = greatest(comment_count - 1, 0) where id = old.post_id;
  end if;
  return null;
end
$$;

-- Pinning brings the post's commenters to the page of the pinned.
create function private.posts_pin_people() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.appear_on_page(-1, user_id) from public.post_people where post_id = new.id;
  return null;
end
$$;

revoke all on function private.comments_take_place(), private.cool_old_comments(uuid), private.comments_leave(), private.posts_pin_people() from public;

create trigger comments_check_row before insert or update or delete on public.comments
  for each row execute function private.comments_check_row();
create trigger comments_take_scope before insert on public.comments
  for each row execute function private.take_post_scope();
create trigger comments_take_place after insert on public.comments
  for each row execute function private.comments_take_place();
create trigger comments_leave after delete on public.comments
  for each row execute function private.comments_leave();
create trigger posts_pin_people after update of sticky, status on public.posts
  for each row when (new.sticky and new.audience = 'public') execute function private.posts_pin_people();
