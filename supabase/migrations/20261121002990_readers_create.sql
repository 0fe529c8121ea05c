-- A banned member reads as a guest. Policies on what belongs to members ask for reader_id() instead of auth.uid(): nobody for guests,
-- banned members and deleted accounts, at once and whatever their token says. Their own profile and refused writes stay readable (with the reason).
create function private.reader_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where id = (select auth.uid()) and not is_banned
$$;
revoke all on function private.reader_id() from public;
grant execute on function private.reader_id() to anon, authenticated, service_role;

create or replace function private.my_friend_ids() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select friend_id from public.friends where user_id = (select private.reader_id()) and status = 'accepted'
$$;

-- Streams cannot join: whether a friendship's owner may read rides on the row. Streams of friends' things ask for user_active = true.
alter table public.friends add column user_active boolean not null default true;

create function private.profiles_reach_friends() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.friends set user_active = not new.is_banned where user_id = new.id and user_active = new.is_banned;
  return null;
end
$$;
revoke all on function private.profiles_reach_friends() from public;
create trigger profiles_reach_friends after update of is_banned on public.profiles
  for each row when (old.is_banned is distinct from new.is_banned) execute function private.profiles_reach_friends();

alter policy friends_are_seen_by_both on public.friends
  using (user_id = (select private.reader_id()) or friend_id = (select private.reader_id()));
