-- A row that is written without a change goes to every device that has it, too: such updates count, so that nobody sends their posts, comments or messages
-- to others again without end. They are not suppressed, because apply_op takes an update of no row for a missing one.

insert into private.rate_limits (action, max_count, per) values ('unchanged', 2000, interval '1 hour');
create function private.limit_unchanged() returns void
language sql set search_path = '' as $$
  select private.limit_rate((select auth.uid()), 'unchanged', 'You have done this very often in the last hour. Please try again later.')
$$;
grant execute on function private.limit_unchanged() to authenticated;

-- Staff who pin, flag or lock a post do not edit it.
create or replace function private.posts_check_update(before public.posts, after public.posts) returns void
language plpgsql set search_path = '' as $$
begin
  if private.my_role() not in ('admin', 'ceo') then
    if (after.sticky, after.flagged, after.comments_locked) is distinct from (before.sticky, before.flagged, before.comments_locked) then
      raise exception 'Only admin and ceo may pin, flag or lock a post.' using errcode = '42501';
    end if;
  elsif before.user_id <> (select auth.uid()) and
    (after.title, after.description, after.image_url, after.gif_url, after.video_url)
      is distinct from (before.title, before.description, before.image_url, before.gif_url, before.video_url) then
    raise exception 'Only the author may edit a post.' using errcode = '42501';
  end if;
  -- The files of a post are named when it is created. Later a video can only be removed.
  if after.video_url is distinct from before.video_url and after.video_url is not null then
    raise exception 'A video cannot be added to a post later.' using errcode = '42501';
  end if;
  if (after.title, after.description, after.image_url, after.gif_url, after.video_url)
      is distinct from (before.title, before.description, before.image_url, before.gif_url, before.video_url)
    or (after.sticky, after.flagged, after.comments_locked) is not distinct from (before.sticky, before.flagged, before.comments_locked) then
    perform private.limit_rate(after.user_id, 'post_edit', 'You have edited very often in the last hour. Please try again later.');
  end if;
end
$$;

create or replace function private.comments_before_write() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_member boolean := private.is_api_caller();
  parent public.comments;
begin
  if by_member then
    perform private.assert_may_write(tg_op <> 'DELETE');
    if tg_op <> 'INSERT' then
      perform private.assert_post_exists(old.post_id);
    end if;
  end if;
  if tg_op = 'DELETE' then
    if by_member and old.user_id <> (select auth.uid()) then
      perform private.keep_removed_comment(old.id);
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' or old.audience = 'waiting' then
    perform private.hold_post(new.post_id);
  end if;
  if tg_op = 'INSERT' and by_member then
    if private.was_comment_deleted(new.id) then
      raise exception 'This comment was deleted.' using errcode = '23505';
    end if;
    perform private.assert_post_exists(new.post_id);
  end if;
  -- A lock also covers comments that exist and edits queued before it: only staff change a text then. Members may still delete their own.
  if by_member and (tg_op = 'INSERT' or new.text is distinct from old.text) then
    perform private.assert_may_comment(new.post_id);
  end if;
  if tg_op = 'UPDATE' then
    if by_member then
      perform private.limit_rate(new.user_id, 'comment_edit', 'You have edited very often in the last hour. Please try again later.');
      new.updated_at := case when new.text is distinct from old.text then clock_timestamp() else old.updated_at end;
    end if;
    if new.image_missing and old.audience <> 'waiting' and not private.has_text(new.text) then
      raise exception 'A comment needs some text or an image.' using errcode = '23514';
    elsif old.audience = 'waiting' and (not new.image_missing or private.has_text(new.text)) then
      new := private.comment_with_scope(new);
      new.is_recent := true;
    end if;
    return new;
  end if;

  if by_member then
    new.created_at := clock_timestamp();
    new.updated_at := null;
    perform private.limit_rate(new.user_id, 'comment', 'You have commented very often in the last hour. Please try again later.');
  end if;
  if new.parent_id is not null then
    select * into parent from public.comments c where c.id = new.parent_id and c.post_id = new.post_id;
    if not found then
      raise exception 'The comment that this answers is no longer there.' using errcode = '23503';
    end if;
    -- A parent is older than its reply and never changes, so no cycle is possible.
    if parent.depth >= 4 then
      new.parent_id := parent.parent_id;
    end if;
    new.depth := case when new.parent_id is null then 0 else least(parent.depth + 1, 4) end;
  end if;
  new := private.comment_with_scope(new);
  if new.image_url is not null then
    new.image_missing := private.is_comment_image_missing(new.id, new.image_url);
    if new.image_missing and not private.has_text(new.text) then
      new.audience := 'waiting';
      new.is_recent := false;
    end if;
  end if;
  return new;
end
$$;

-- Nobody reads a message less. Without this, marking it to and fro would be a change each time.
create or replace function private.private_messages_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  perform private.assert_may_write(tg_op = 'INSERT');
  if tg_op = 'INSERT' then
    if new.sender_id = (select auth.uid()) then
      perform private.assert_may_message(new.recipient_id);
    end if;
    new.read := false;
    new.created_at := clock_timestamp();
  elsif old.read and not new.read then
    raise exception 'A message that was read stays read.' using errcode = '42501';
  elsif old.read = new.read then
    perform private.limit_unchanged();
  end if;
  return new;
end
$$;

create or replace function private.friends_before_write() returns trigger
language plpgsql set search_path = '' as $$
declare
  pair_id uuid := private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', coalesce(new.user_id, old.user_id), coalesce(new.friend_id, old.friend_id));
begin
  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, pair_id);
  end if;
  if not private.is_api_caller() then
    return coalesce(new, old);
  end if;
  perform private.assert_may_write(false);
  if tg_op = 'INSERT' then
    if new.status <> 'pending' then
      raise exception 'A friendship begins with a request.' using errcode = '42501';
    end if;
    new.created_at := clock_timestamp();
    if new.user_id = (select auth.uid()) and new.user_id <> new.friend_id and private.prepare_friend_request(new.friend_id) then
      new.status := 'accepted';
    end if;
  elsif tg_op = 'UPDATE' and (new.id, new.user_id, new.friend_id) is distinct from (old.id, old.user_id, old.friend_id) then
    raise exception 'A request stays between the same two members.' using errcode = '42501';
  elsif tg_op = 'UPDATE' and new.status <> old.status then
    if old.status <> 'pending' or new.status = 'pending' or old.friend_id <> (select auth.uid()) then
      raise exception 'Only the member who was asked can answer a friend request.' using errcode = '42501';
    end if;
    perform private.lock_pair(old.user_id, old.friend_id);
  elsif tg_op = 'UPDATE' then
    perform private.limit_unchanged();
  elsif tg_op = 'DELETE' and old.status = 'accepted' then
    perform private.assert_may_unfriend(old.user_id, old.friend_id);
  end if;
  return coalesce(new, old);
end
$$;
