-- The members list, alphabetical, in leaves of at most 100: a device takes the leaves it shows. A leaf that overflows is split in two, so a new name
-- moves at most half a leaf. The official accounts stand on leaf 0, which comes last.
create table public.directory_pages (
  id integer primary key,
  -- the lowest name (lower case) that belongs here; the next leaf's start ends it. Null: the official accounts.
  starts_at text collate "C" unique,
  size integer not null default 0
);
create sequence private.directory_page_number;
insert into public.directory_pages (id, starts_at) values (0, null), (nextval('private.directory_page_number'), '');

alter table public.directory_pages enable row level security;
revoke all on public.directory_pages from anon, authenticated;
grant all on public.directory_pages to service_role;
grant select on public.directory_pages to anon, authenticated;
create policy directory_pages_are_seen on public.directory_pages for select to anon, authenticated using (true);

-- Names compare by their bytes, on the server as on the device.
create index profiles_public_leaf_order on public.profiles_public (directory_page, (lower(username) collate "C"));
drop index public.profiles_public_directory;

create function private.profiles_public_take_leaf() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  name text collate "C" := lower(new.username);
  leaf public.directory_pages;
  middle text collate "C";
  fresh integer;
begin
  if tg_op = 'UPDATE' then
    update public.directory_pages set size = size - 1 where id = old.directory_page;
    new.directory_page := null;
  end if;
  if new.username is null then
    return new;
  elsif new.is_official then
    update public.directory_pages set size = size + 1 where id = 0;
    new.directory_page := 0;
    return new;
  end if;
  loop
    select * into strict leaf from public.directory_pages p where p.starts_at <= name order by p.starts_at desc limit 1 for update;
    -- Someone may have split it while we waited.
    exit when not exists (select 1 from public.directory_pages p where p.starts_at <= name and p.starts_at > leaf.starts_at);
  end loop;
  if leaf.size >= 100 then
    select lower(p.username) into middle from public.profiles_public p where p.directory_page = leaf.id
    order by lower(p.username) collate "C" offset 50 limit 1;
    if middle > leaf.starts_at then
      fresh := nextval('private.directory_page_number');
      insert into public.directory_pages (id, starts_at) values (fresh, middle);
      update public.profiles_public p set directory_page = fresh where p.directory_page = leaf.id and lower(p.username) collate "C" >= middle;
      update public.directory_pages d set size = (select count(*) from public.profiles_public p where p.directory_page = d.id) where d.id in (leaf.id, fresh);
      if name >= middle then
        leaf.id := fresh;
      end if;
    end if;
  end if;
  update public.directory_pages set size = size + 1 where id = leaf.id;
  new.directory_page := leaf.id;
  return new;
end
$$;

create function private.profiles_public_leave_leaf() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.directory_pages set size = size - 1 where id = old.directory_page;
  return null;
end
$$;

create trigger profiles_public_join_leaf before insert on public.profiles_public
  for each row execute function private.profiles_public_take_leaf();
create trigger profiles_public_move_leaf before update of username, is_official on public.profiles_public
  for each row when (lower(old.username) is distinct from lower(new.username) or old.is_official is distinct from new.is_official)
  execute function private.profiles_public_take_leaf();
create trigger profiles_public_leave_leaf after delete on public.profiles_public
  for each row execute function private.profiles_public_leave_leaf();
revoke all on function private.profiles_public_take_leaf(), private.profiles_public_leave_leaf() from public;

-- For @mentions: at most five whose name begins so. Runs with the caller's rights, on what everyone may see.
create function public.search_members(prefix text) returns table (id uuid, username text, profile_image_url text)
language sql stable set search_path = '' as $$
  select p.id, p.username, p.profile_image_url from public.profiles_public p
  where lower(p.username) like replace(replace(replace(lower(btrim(prefix)), '\', '\\'), '_', '\_'), '%', '\%') || '%'
    and btrim(prefix) <> ''
  order by p.is_official, lower(p.username) limit 5
$$;
revoke all on function public.search_members(text) from public, anon;
grant execute on function public.search_members(text) to authenticated, service_role;

alter publication powersync add table public.directory_pages;

-- Members from before: any update shows them.
update public.profiles set rank = rank;
