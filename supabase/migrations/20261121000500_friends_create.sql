-- A request is one row, sender → recipient, 'pending'. A friendship is two rows, one each way, 'accepted': every look-up
-- (policies, streams) then asks one column. 'declined' is a command that removes the row, so it is never stored.
create table public.friends (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  friend_id uuid not null references public.profiles (id) on delete cascade,
  status text not null default 'pending',
  -- whether the friend's posts go into this member's feed (bounded; never for an official account's own side)
  in_feed boolean not null default true,
  created_at timestamptz not null default now(),
  constraint friends_not_self check (user_id <> friend_id),
  constraint friends_status_known check (status in ('pending', 'accepted')),
  constraint friends_pair_key unique (user_id, friend_id)
);
create unique index friends_one_request on public.friends (least(user_id, friend_id), greatest(user_id, friend_id)) where status = 'pending';
create index friends_friend_id on public.friends (friend_id, status);

alter table public.friends enable row level security;
revoke all on public.friends from anon, authenticated;
grant all on public.friends to service_role;
grant select on public.friends to authenticated;

create policy friends_are_seen_by_both on public.friends for select to authenticated
  using (user_id = (select auth.uid()) or friend_id = (select auth.uid()));

-- The two rows of an accepted friendship, whatever was there before.
create function private.befriend(a uuid, b uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.friends as f (user_id, friend_id, status, in_feed)
  select pair.one, pair.other, 'accepted', not p.is_official
  from (values (a, b), (b, a)) as pair (one, other) join public.profiles p on p.id = pair.one
  on conflict (user_id, friend_id) do update set status = 'accepted' where f.status <> 'accepted';
end
$$;
revoke all on function private.befriend(uuid, uuid) from public;

-- Ids of the caller's accepted friends: for `author in (select private.my_friend_ids())` in policies.
create function private.my_friend_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select friend_id from public.friends where user_id = (select auth.uid()) and status = 'accepted'
$$;
revoke all on function private.my_friend_ids() from public;
grant execute on function private.my_friend_ids() to authenticated, service_role;
