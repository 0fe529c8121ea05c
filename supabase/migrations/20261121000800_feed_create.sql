-- The public feed is cut into pages of 100 by a running number that a post gets when it goes live, and keeps. Three slots name the newest pages:
-- devices sync those, so a replica is bounded at any posting rate, with no timer and no update of old posts.
create sequence private.public_feed_number;

create table public.feed_windows (
  id text primary key,
  kind text not null,
  page integer not null,
  constraint feed_windows_kind_known check (kind in ('public_hot'))
);

-- Who appears on which page of the feed; page -1 holds the authors of pinned posts. A page's people travel with the page.
create table public.feed_people (
  feed_page integer not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  username text,
  profile_image_url text,
  rank smallint not null,
  primary key (feed_page, user_id)
);
create index feed_people_user_id on public.feed_people (user_id);

alter table public.feed_windows enable row level security;
alter table public.feed_people enable row level security;
revoke all on public.feed_windows, public.feed_people from anon, authenticated;
grant all on public.feed_windows, public.feed_people to service_role;
grant select on public.feed_windows, public.feed_people to anon, authenticated;

create policy feed_windows_are_seen on public.feed_windows for select to anon, authenticated using (true);
create policy feed_people_are_seen on public.feed_people for select to anon, authenticated using (true);

create function private.appear_on_page(page integer, person uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.feed_people (feed_page, user_id, username, profile_image_url, rank)
  select page, id, username, profile_image_url, rank from public.profiles where id = person
  on conflict (feed_page, user_id) do nothing
$$;

-- Gives the next place in the public feed. Slot = page modulo 3, so the three newest pages are always there and never more.
create function private.next_feed_page() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  this_page integer := nextval('private.public_feed_number') / 100;
  slot text := 'public-hot-' || this_page % 3;
begin
  -- Looked up first: ON CONFLICT would lock the row even when nothing changes, and make all members post one after the other.
  if not exists (select 1 from public.feed_windows w where w.id = slot and w.page >= this_page) then
    insert into public.feed_windows as w (id, kind, page) values (slot, 'public_hot', this_page)
    on conflict (id) do update set page = excluded.page where w.page < excluded.page;
  end if;
  return this_page;
end
$$;

revoke all on function private.appear_on_page(integer, uuid), private.next_feed_page() from public;

create function private.profiles_reach_feed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.feed_people set username = new.username, profile_image_url = new.profile_image_url, rank = new.rank
  where user_id = new.id;
  return null;
end
$$;
create trigger profiles_reach_feed after update of username, profile_image_url, rank on public.profiles
  for each row when (old.username is distinct from new.username or old.profile_image_url is distinct from new.profile_image_url
    or old.rank is distinct from new.rank)
  execute function private.profiles_reach_feed();
