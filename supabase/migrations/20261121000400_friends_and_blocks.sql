-- Friend requests, friendships, blocks and mutes.

-- A request is one row, sender → recipient, 'pending'. A friendship is two rows, one each way, 'accepted', so that every query (policies, streams)
-- filters one column. 'declined' is a command: the update's trigger deletes the row.
create table public.friends (
  id uuid primary key,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  friend_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'pending',
  -- whether the friend's posts are in this member's feed (at most 200 friends; never for an official account's own side)
  in_feed boolean not null default true,
  -- user_id is not banned. Streams cannot join, so streams of friends' data filter by this column.
  user_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint friends_not_self check (user_id <> friend_id),
  constraint friends_status_known check (status in ('pending', 'accepted', 'declined')),
  constraint friends_pair_key unique (user_id, friend_id),
  constraint friends_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', user_id, friend_id))
);
comment on constraint friends_not_self on public.friends is 'You cannot befriend yourself.';
create unique index friends_one_request on public.friends (least(user_id, friend_id), greatest(user_id, friend_id)) where status = 'pending';
create index friends_friend_id on public.friends (friend_id, status);
create index friends_in_feed on public.friends (user_id) where in_feed and status = 'accepted';

-- Block: neither may befriend, message or notify the other or comment on the other's posts, and friends-only content is hidden from both. Public
-- posts stay public, so the owner's devices hide them. Mute: hides the other for the owner only. Both lists are private to their owner; the other
-- side is not told.
create table public.blocks (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  blocked_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint blocks_not_self check (user_id <> blocked_id),
  constraint blocks_pair_key unique (user_id, blocked_id)
);
create index blocks_blocked_id on public.blocks (blocked_id, user_id);
create table public.mutes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  muted_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  constraint mutes_not_self check (user_id <> muted_id),
  constraint mutes_pair_key unique (user_id, muted_id)
);
create index mutes_muted_id on public.mutes (muted_id);
comment on constraint blocks_not_self on public.blocks is 'You cannot block yourself.';
comment on constraint mutes_not_self on public.mutes is 'You cannot mute yourself.';

alter table public.friends enable row level security;
alter table public.blocks enable row level security;
alter table public.mutes enable row level security;
-- user_active would tell of the other's ban, in_feed of the other's feed.
grant select (id, user_id, friend_id, status, created_at), delete on public.friends to authenticated;
grant select, delete on public.blocks, public.mutes to authenticated;
-- created_at may be named: a device sends its own time, and the trigger replaces it with the server's.
-- An upsert names every column on update too; the trigger refuses all changes but the status's.
grant insert (id, user_id, friend_id, status, created_at), update (id, user_id, friend_id, status) on public.friends to authenticated;
grant insert (id, user_id, blocked_id, created_at) on public.blocks to authenticated;
grant insert (id, user_id, muted_id, created_at) on public.mutes to authenticated;

create policy friends_are_read_by_both on public.friends for select to authenticated
  using (user_id = (select private.reader_id()) or friend_id = (select private.reader_id()));
create policy friends_are_requested_by_sender on public.friends for insert to authenticated with check (user_id = (select auth.uid()));
create policy friends_are_changed_by_both on public.friends for update to authenticated
  using (user_id = (select private.reader_id()) or friend_id = (select private.reader_id()))
  with check (user_id = (select auth.uid()) or friend_id = (select auth.uid()));
create policy friends_are_ended_by_both on public.friends for delete to authenticated
  using (user_id = (select private.reader_id()) or friend_id = (select private.reader_id()));
create policy blocks_are_read_by_owner on public.blocks for select to authenticated using (user_id = (select private.reader_id()));
create policy blocks_are_made_by_owner on public.blocks for insert to authenticated with check (user_id = (select auth.uid()));
create policy blocks_are_lifted_by_owner on public.blocks for delete to authenticated using (user_id = (select private.reader_id()));
create policy mutes_are_read_by_owner on public.mutes for select to authenticated using (user_id = (select private.reader_id()));
create policy mutes_are_made_by_owner on public.mutes for insert to authenticated with check (user_id = (select auth.uid()));
create policy mutes_are_lifted_by_owner on public.mutes for delete to authenticated using (user_id = (select private.reader_id()));

-- Does either of the two block the other? Only for triggers and definer functions: a member could use it to find out who blocks them.
create function private.are_blocked(a uuid, b uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.blocks where (user_id, blocked_id) in ((a, b), (b, a)))
$$;

-- True when `recipient` must not be told anything by `sender`.
create function private.is_blocked_or_muted(recipient uuid, sender uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.are_blocked(recipient, sender) or exists (select 1 from public.mutes where user_id = recipient and muted_id = sender)
$$;

-- Ids of the caller's friends: for `author in (select private.my_friend_ids())` in policies.
create function private.my_friend_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select friend_id from public.friends where user_id = (select private.reader_id()) and status = 'accepted'
$$;
grant execute on function private.my_friend_ids() to authenticated;

-- True while `member` is a friend of `author` and not banned. In plpgsql, whose plans are kept: may_read_post asks it per row.
create function private.is_friend(member uuid, author uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.friends f where f.user_id = member and f.friend_id = author and f.status = 'accepted' and f.user_active);
end
$$;

-- Friendships

-- Requests, answers and blocks of one pair are serialized.
create function private.lock_pair(a uuid, b uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('friends ' || least(a, b) || greatest(a, b), 0))
$$;

-- Creates or completes both rows of a friendship.
create function private.befriend(a uuid, b uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.friends as f (id, user_id, friend_id, status, in_feed, user_active)
  select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', pair.one, pair.other), pair.one, pair.other, 'accepted', not p.is_official, not p.is_banned
  from (values (least(a, b), greatest(a, b)), (greatest(a, b), least(a, b))) as pair (one, other) join public.profiles p on p.id = pair.one
  on conflict (user_id, friend_id) do update set status = 'accepted' where f.status <> 'accepted';
end
$$;

-- Before the caller's request: refuses it, or accepts the other side's pending request (true: no new row is needed).
create function private.prepare_friend_request(other uuid) returns boolean
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

create function private.assert_may_unfriend(a uuid, b uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from public.profiles where id in (a, b) and is_official) then
    raise exception 'Official accounts cannot be unfriended.' using errcode = '42501';
  end if;
end
$$;

grant execute on function private.lock_pair(uuid, uuid), private.prepare_friend_request(uuid), private.assert_may_unfriend(uuid, uuid) to authenticated;

create function private.friends_before_write() returns trigger
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
      return null;
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
create trigger friends_before_write before insert or update or delete on public.friends
  for each row execute function private.friends_before_write();

create function private.friend_request_cause(request public.friends) returns text
language sql immutable set search_path = '' as $$
  select 'friend_request:' || request.id || ':' || extract(epoch from request.created_at)
$$;

-- 200 friends are in the feed: those who were first, and the newest of the others for a place that becomes free. An official account, which is everyone's
-- friend, has none in its feed. The caller has the lock of the owner's row in profile_stats.
create function private.assign_feed_places(owner uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  free bigint := 200 - (select count(*) from public.friends n where n.user_id = owner and n.in_feed and n.status = 'accepted');
begin
  if exists (select 1 from public.profiles p where p.id = owner and p.is_official) then
    return;
  elsif free < 0 then
    update public.friends set in_feed = false where id in (
      select n.id from public.friends n where n.user_id = owner and n.in_feed and n.status = 'accepted' order by n.created_at desc, n.id limit -free);
  elsif free > 0 then
    update public.friends set in_feed = true where id in (
      select w.id from public.friends w where w.user_id = owner and w.status = 'accepted' and not w.in_feed order by w.created_at desc, w.id limit free);
  end if;
end
$$;

-- A request or a friendship begins.
create function private.friends_start(pair public.friends) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_known_person(pair.user_id, pair.friend_id, 'friend');
  if pair.status = 'pending' then
    perform private.add_known_person(pair.friend_id, pair.user_id, 'friend');
    perform private.notify_about_member(pair.friend_id, 'friend_request', pair.user_id, private.friend_request_cause(pair));
  else
    perform private.change_later('friend', pair.user_id, null, 1);
  end if;
end
$$;

-- The recipient accepts or declines.
create function private.friends_answer(request public.friends, answer text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if answer = 'declined' then
    delete from public.friends where id = request.id;
    return;
  end if;
  perform private.change_later('friend', request.user_id, null, 1);
  perform private.befriend(request.user_id, request.friend_id);
  perform private.delete_notifications(private.friend_request_cause(request));
  perform private.notify_about_member(request.user_id, 'friend_accept', request.friend_id, replace(private.friend_request_cause(request), 'request', 'accept'));
end
$$;

-- A request or one side of a friendship is deleted; the other side follows.
create function private.friends_end(pair public.friends) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.remove_known_person(pair.user_id, pair.friend_id, 'friend');
  perform private.remove_known_person(pair.friend_id, pair.user_id, 'friend');
  if pair.status = 'accepted' then
    perform private.change_later('friend', pair.user_id, null, -1);
    delete from public.friends where user_id = pair.friend_id and friend_id = pair.user_id;
  else
    perform private.delete_notifications(private.friend_request_cause(pair));
  end if;
end
$$;

create function private.friends_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.friends_start(new);
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
create trigger friends_after_write after insert or update of status, user_active or delete on public.friends
  for each row execute function private.friends_after_write();

-- Work 'friends', after a member was banned or unbanned: at most `most` friendships, those in the feed first.
create function private.update_active_friends(member uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  is_active boolean := (select not p.is_banned from public.profiles p where p.id = member);
  changed integer;
begin
  update public.friends set user_active = is_active where id in (
    select f.id from public.friends f where f.user_id = member and f.user_active <> is_active order by f.in_feed desc limit most);
  get diagnostics changed = row_count;
  return changed < most;
end
$$;

-- Blocks and mutes

-- At most 1,000 members per list, and a limited number of changes per hour.
create function private.limit_member_list(list text, owner uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  listed bigint;
begin
  if not private.use_rate(owner::text, list) then
    raise exception 'You have done this very often in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  execute format('select count(*) from public.%I where user_id = $1', list) into listed using owner;
  if listed >= 1000 then
    raise exception 'This list may hold at most 1,000 members.' using errcode = '23514';
  end if;
end
$$;

-- A pair that another device has listed already: the new row, whose id this device has, replaces the old one.
create function private.replace_listed(list text, owner uuid, listed uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  execute format('delete from public.%I where user_id = $1 and %I = $2', list, case list when 'blocks' then 'blocked_id' else 'muted_id' end)
  using owner, listed;
end
$$;

create function private.blocks_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) = new.user_id then
    perform private.assert_may_write(false);
  end if;
  new.created_at := clock_timestamp();
  -- Everyone must be able to read the official accounts.
  if exists (select 1 from public.profiles where id = new.blocked_id and is_official) then
    raise exception 'Official accounts cannot be blocked.' using errcode = '42501';
  end if;
  perform private.replace_listed('blocks', new.user_id, new.blocked_id);
  perform private.limit_member_list('blocks', new.user_id);
  return new;
end
$$;
create trigger blocks_before_insert before insert on public.blocks
  for each row execute function private.blocks_before_insert();

create function private.mutes_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) = new.user_id then
    perform private.assert_may_write(false);
  end if;
  new.created_at := clock_timestamp();
  perform private.replace_listed('mutes', new.user_id, new.muted_id);
  perform private.limit_member_list('mutes', new.user_id);
  return new;
end
$$;
create trigger mutes_before_insert before insert on public.mutes
  for each row execute function private.mutes_before_insert();

-- A block ends friendship and requests both ways and deletes what each was told of the other. The lock makes it wait for an answer under way.
create function private.blocks_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.remove_known_person(old.user_id, old.blocked_id, 'block');
    return null;
  end if;
  perform private.lock_pair(new.user_id, new.blocked_id);
  delete from public.friends where (user_id, friend_id) in ((new.user_id, new.blocked_id), (new.blocked_id, new.user_id));
  delete from public.notifications
  where (user_id = new.user_id and data ->> 'from_user_id' = new.blocked_id::text)
    or (user_id = new.blocked_id and data ->> 'from_user_id' = new.user_id::text);
  perform private.add_known_person(new.user_id, new.blocked_id, 'block');
  return null;
end
$$;
create trigger blocks_after_write after insert or delete on public.blocks
  for each row execute function private.blocks_after_write();

create function private.mutes_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.remove_known_person(old.user_id, old.muted_id, 'mute');
  else
    perform private.add_known_person(new.user_id, new.muted_id, 'mute');
  end if;
  return null;
end
$$;
create trigger mutes_after_write after insert or delete on public.mutes
  for each row execute function private.mutes_after_write();

-- For @mentions and recipients: at most five members whose name begins with `prefix`, without those whom the caller blocks. Reads with the caller's
-- rights.
create function public.search_members(prefix text) returns table (id uuid, author jsonb)
language sql stable set search_path = '' as $$
  select p.id, p.author from public.profiles_public p
  where lower(p.username) like replace(replace(replace(lower(btrim(prefix)), '\', '\\'), '_', '\_'), '%', '\%') || '%'
    and btrim(prefix) <> ''
    and not exists (select 1 from public.blocks b where b.user_id = (select auth.uid()) and b.blocked_id = p.id)
  order by p.is_official, lower(p.username) limit 5
$$;
grant execute on function public.search_members(text) to authenticated;
