-- REST answers a write with the row (Prefer: return=representation). A BEFORE trigger that did the work itself and returned null left nothing to answer, so that
-- the caller could not tell it from a refusal. Deletions of posts still do: docs/decisions/019.

-- An upsert changes the vote by its own ON CONFLICT. A second plain insert is a conflict (409). Of a device's second insert, apply_op makes a change.
create or replace function private.post_votes_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01', new.post_id, new.user_id));
  end if;
  if not private.is_api_caller() then
    return coalesce(new, old);
  end if;
  perform private.assert_may_write(false);
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and new.value <> old.value) then
    perform private.limit_rate(old.user_id, 'vote_change', 'You have changed your votes very often in the last hour. Please try again later.');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.id, new.post_id, new.user_id) is distinct from (old.id, old.post_id, old.user_id) then
    raise exception 'A vote stays with its post.' using errcode = '42501';
  end if;
  perform private.assert_post_exists(new.post_id);
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
    -- An upsert that changes a vote is counted as its update.
    if not exists (select 1 from public.post_votes v where v.id = new.id and v.value <> new.value) then
      perform private.limit_rate(new.user_id, 'vote', 'You have voted very often in the last hour. Please try again later.');
    end if;
  end if;
  return new;
end
$$;

create or replace function private.apply_op(op jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  verb text := op ->> 'op';
  target private.crud_tables;
  row_id uuid;
  fields jsonb := coalesce(nullif(op -> 'data', 'null'), '{}');
  bad text;
  columns text;
  vals text;
  sets text;
  changed bigint;
  mine boolean;
begin
  select * into target from private.crud_tables where table_name = op ->> 'table';
  if not found then
    raise exception 'This app version sends something the server does not know.' using errcode = '42P01';
  elsif not exists (select 1 from private.crud_operations o where o.table_name = target.table_name and o.operation = verb) then
    raise exception 'You are not allowed to do this.' using errcode = '42501';
  elsif jsonb_typeof(fields) <> 'object' then
    raise exception 'This entry is not valid.' using errcode = '22023';
  end if;
  row_id := (op ->> 'id')::uuid;
  if row_id is null then
    raise exception 'This entry is not valid.' using errcode = '22023';
  end if;

  if verb = 'DELETE' then
    perform set_config('app.removed_post', '', true);
    execute format('delete from public.%I where id = $1', target.table_name) using row_id;
    get diagnostics changed = row_count;
    -- A saved post may be gone: deleted by its author, or removed from the list on another device. A post that staff removed keeps its row.
    if changed = 0 and target.table_name <> 'saved_posts' and current_setting('app.removed_post') <> row_id::text then
      raise exception 'This is no longer there, or it is not yours to delete.' using errcode = 'P0002';
    end if;
    return;
  end if;

  if verb = 'PUT' then
    -- A new row takes the column's default instead of null.
    fields := jsonb_strip_nulls(fields);
  end if;
  select f.key into bad from jsonb_each(fields) f
  where not exists (
    select 1 from private.crud_columns c
    where c.table_name = target.table_name and c.column_name = f.key and case verb when 'PUT' then c.on_put else c.on_patch end is not null)
  limit 1;
  if bad is not null then
    raise exception 'The field "%" cannot be set here.', left(bad, 60) using errcode = '42703';
  end if;

  select string_agg(format('%I', c.column_name), ', '),
    string_agg(private.crud_value(c.column_name, c.cast_to), ', '),
    string_agg(format('%I = %s', c.column_name, private.crud_value(c.column_name, c.cast_to)), ', ')
  into columns, vals, sets
  from private.crud_columns c
  where c.table_name = target.table_name and fields ? c.column_name
    and case verb when 'PUT' then c.on_put else c.on_patch end = 'write';

  if verb = 'PUT' then
    execute format('insert into public.%I (%s) values (%s) on conflict do nothing', target.table_name,
      concat_ws(', ', 'id', columns), concat_ws(', ', '$1', vals)) using row_id, fields;
    get diagnostics changed = row_count;
    if changed = 0 then
      execute format('select exists (select 1 from public.%I where id = $1 and %I = (select auth.uid()))', target.table_name, target.owner_column)
        into mine using row_id;
      if not mine then
        raise exception 'This is already there.' using errcode = '23505';
      end if;
      -- Another device of the member voted first: the later vote replaces it.
      if target.table_name = 'post_votes' then
        update public.post_votes v set value = (fields ->> 'value')::smallint where v.id = row_id and v.value <> (fields ->> 'value')::smallint;
      end if;
    end if;
  elsif sets is not null then
    execute format('update public.%I set %s where id = $1', target.table_name, sets) using row_id, fields;
    get diagnostics changed = row_count;
    if changed = 0 then
      raise exception 'This is no longer there, or it is not yours to change.' using errcode = 'P0002';
    end if;
  end if;
end
$$;

-- A request that meets the other's is stored as accepted, and then accepts the other one.

-- Before the caller's request: refuses it, or finds that the other side has asked already (true).
create or replace function private.prepare_friend_request(other uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if not exists (select 1 from public.profiles where id = me and username is not null) then
    raise exception 'Unable to send friend request.' using errcode = '42501';
  end if;
  perform private.lock_pair(me, other);
  -- One text for all reasons, so that nobody learns who blocks them.
  if not exists (select 1 from public.profiles where id = other and not is_banned) or private.are_blocked(me, other) then
    raise exception 'This member cannot be sent a friend request.' using errcode = '42501';
  end if;
  -- Locked, so that the other side cannot withdraw it before it is accepted.
  perform 1 from public.friends where user_id = other and friend_id = me and status = 'pending' for update;
  if found then
    return true;
  end if;
  if not exists (select 1 from public.friends where user_id = me and friend_id = other) and not private.use_rate(me::text, 'friend_request') then
    raise exception 'You have sent many friend requests in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  return false;
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
  elsif tg_op = 'DELETE' and old.status = 'accepted' then
    perform private.assert_may_unfriend(old.user_id, old.friend_id);
  end if;
  return coalesce(new, old);
end
$$;

create or replace function private.friends_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.friends_start(new);
    -- The request that this one answers.
    update public.friends set status = 'accepted'
    where new.status = 'accepted' and user_id = new.friend_id and friend_id = new.user_id and status = 'pending';
    perform private.update_post_recipients(new, new.status = 'accepted' and new.user_active), private.update_saved_posts(new);
  elsif tg_op = 'UPDATE' then
    if old.status = 'pending' and new.status <> 'pending' then
      perform private.friends_answer(old, new.status);
    end if;
    if (old.status, old.user_active) is distinct from (new.status, new.user_active) then
      perform private.update_post_recipients(new, new.status = 'accepted' and new.user_active), private.update_saved_posts(new);
    end if;
  else
    perform private.friends_end(old);
    perform private.update_post_recipients(old, false), private.update_saved_posts(old);
  end if;
  return null;
end
$$;

-- image_url is the address of the post's first picture. Without any it is what the caller wrote.
create or replace function private.posts_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    perform private.assert_may_write(tg_op <> 'DELETE');
    if tg_op = 'INSERT' then
      new := private.posts_check_insert(new);
    elsif tg_op = 'UPDATE' then
      perform private.posts_check_update(old, new);
    end if;
  end if;
  if tg_op = 'DELETE' then
    if private.is_api_caller() and old.user_id <> (select auth.uid()) then
      perform private.remove_post(old.id);
      return null;
    elsif private.is_api_caller() and not private.has_few_rows(old.id) then
      perform private.delete_own_post(old.id);
      return null;
    end if;
    perform private.keep_held_row(old.id, 'posts', to_jsonb(old), true);
    return old;
  end if;
  if tg_op = 'INSERT' then
    if cardinality(new.shared_with) > 0 and new.visibility = 'public' then
      raise exception 'A public post cannot be kept to chosen friends.' using errcode = '23514';
    end if;
    new.shared_with := private.take_readers(new);
    if new.poll_id is not null then
      perform private.assert_poll_is_free(new.poll_id, new.user_id);
    end if;
  end if;
  if new.images is not null then
    new.image_url := new.images::jsonb -> 0 ->> 'url';
  elsif tg_op = 'UPDATE' and new.image_url = old.images::jsonb -> 0 ->> 'url' then
    new.image_url := null;
  end if;
  if tg_op = 'INSERT' or (old.title, old.description, old.image_url, old.gif_url, old.video_url)
    is distinct from (new.title, new.description, new.image_url, new.gif_url, new.video_url) then
    perform private.assert_post_has_content(new);
  end if;
  new.audience := private.audience_of(new.visibility, new.status, new.shared_with);
  return new;
end
$$;

update public.posts set image_url = images::jsonb -> 0 ->> 'url' where images is not null and image_url is distinct from images::jsonb -> 0 ->> 'url';
