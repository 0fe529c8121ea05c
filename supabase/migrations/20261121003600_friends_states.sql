-- none → pending (the sender's one row) → accepted (a row each way) | declined (a command: the row goes). Members write friends through these rules alone.
alter table public.friends
  alter column user_id set default auth.uid(),
  alter column id drop default,
  drop constraint friends_status_known,
  -- 'declined' passes through an update and is deleted by its trigger; no transaction ends with it.
  add constraint friends_status_known check (status in ('pending', 'accepted', 'declined'));
update public.friends set id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', user_id, friend_id);
alter table public.friends
  add constraint friends_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', user_id, friend_id));
create index friends_in_feed on public.friends (user_id) where in_feed and status = 'accepted';
comment on constraint friends_not_self on public.friends is 'You cannot befriend yourself.';

grant insert (id, user_id, friend_id, status, created_at), update (status), delete on public.friends to authenticated;
create policy friends_are_asked_by_sender on public.friends for insert to authenticated with check (user_id = (select auth.uid()));
create policy friends_are_changed_by_both on public.friends for update to authenticated
  using (user_id = (select private.reader_id()) or friend_id = (select private.reader_id()))
  with check (user_id = (select auth.uid()) or friend_id = (select auth.uid()));
create policy friends_are_ended_by_both on public.friends for delete to authenticated
  using (user_id = (select private.reader_id()) or friend_id = (select private.reader_id()));

-- Requests, answers and blocks of one pair go one after the other.
create function private.lock_pair(a uuid, b uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('friends ' || least(a, b) || greatest(a, b), 0))
$$;

create or replace function private.befriend(a uuid, b uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.friends as f (id, user_id, friend_id, status, in_feed, user_active)
  select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', pair.one, pair.other), pair.one, pair.other, 'accepted', not p.is_official, not p.is_banned
  from (values (least(a, b), greatest(a, b)), (greatest(a, b), least(a, b))) as pair (one, other) join public.profiles p on p.id = pair.one
  on conflict (user_id, friend_id) do update set status = 'accepted' where f.status <> 'accepted';
end
$$;

-- Before the caller's request: refuses it, or answers a request of the other side with yes (true: no new row is needed).
create function private.prepare_request(other uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if not exists (select 1 from public.profiles where id = me and username is not null) then
    raise exception 'Unable to send friend request.' using errcode = '42501';
  end if;
  perform private.lock_pair(me, other);
  -- One sentence for all, so that it tells nobody by whom they are blocked.
  if not exists (select 1 from public.profiles where id = other and not is_banned) or private.are_blocked(me, other) then
    raise exception 'This member cannot be sent a friend request.' using errcode = '42501';
  end if;
  update public.friends set status = 'accepted' where user_id = other and friend_id = me and status = 'pending';
  if found then
    return true;
  end if;
  if not exists (select 1 from public.friends where user_id = me and friend_id = other) and not private.use_rate(me::text, 'friend_request') then
    raise exception 'You have sent many friend requests in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  return false;
end
$$;
insert into private.rate_limits (action, max_count, per) values ('friend_request', 40, interval '1 hour');

create function private.assert_may_part(a uuid, b uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from public.profiles where id in (a, b) and is_official) then
    raise exception 'Official accounts cannot be unfriended.' using errcode = '42501';
  end if;
end
$$;

create function private.friends_check_row() returns trigger
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
    if new.user_id = (select auth.uid()) and new.user_id <> new.friend_id and private.prepare_request(new.friend_id) then
      return null;
    end if;
  elsif tg_op = 'UPDATE' and new.status <> old.status then
    if old.status <> 'pending' or new.status = 'pending' or old.friend_id <> (select auth.uid()) then
      raise exception 'Only the member who was asked can answer a friend request.' using errcode = '42501';
    end if;
    perform private.lock_pair(old.user_id, old.friend_id);
  elsif tg_op = 'DELETE' and old.status = 'accepted' then
    perform private.assert_may_part(old.user_id, old.friend_id);
  end if;
  return coalesce(new, old);
end
$$;
create trigger friends_check_row before insert or update or delete on public.friends
  for each row execute function private.friends_check_row();

revoke all on function private.lock_pair(uuid, uuid), private.prepare_request(uuid), private.assert_may_part(uuid, uuid), private.befriend(uuid, uuid) from public;
grant execute on function private.lock_pair(uuid, uuid), private.prepare_request(uuid), private.assert_may_part(uuid, uuid) to authenticated;

insert into private.crud_tables (table_name, owner_column, operations) values ('friends', 'user_id', '{PUT,PATCH,DELETE}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('friends', 'user_id', 'uuid', 'write', null, false),
  ('friends', 'friend_id', 'uuid', 'write', null, false),
  ('friends', 'status', 'text', 'write', 'write', false),
  ('friends', 'created_at', 'timestamptz', 'ignore', null, false);
