-- What everyone may see of a member, guests included: the row that REST and sync hand out. Names and place are in it only while their owner
-- has not marked them private; e-mail, date of birth, role and standing never are. Kept by trigger. See docs/decisions/003-profile-audiences.md.
create table public.profiles_public (
  id uuid primary key references public.profiles (id) on delete cascade,
  username text,
  profile_image_url text,
  banner_url text,
  about text,
  first_name text,
  last_name text,
  city text,
  state text,
  rank smallint not null,
  is_official boolean not null,
  joined_at timestamptz not null,
  -- leaf of the alphabetical members list; null without a username
  directory_page integer
);
create index profiles_public_username on public.profiles_public (lower(username) text_pattern_ops);
create index profiles_public_directory on public.profiles_public (directory_page, (lower(username)));

alter table public.profiles_public enable row level security;
revoke all on public.profiles_public from anon, authenticated;
grant all on public.profiles_public to service_role;
grant select on public.profiles_public to anon, authenticated;
create policy profiles_public_are_seen on public.profiles_public for select to anon, authenticated using (true);

-- Only these fields have a "Private?" box, and a box is ticked or not. A flag that nothing honours would be a lie, so it is refused.
create function private.is_privacy_map(settings jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(settings) = 'object' and not exists (
    select 1 from jsonb_each(settings) flag
    where flag.key not in ('first_name', 'last_name', 'city', 'state', 'dob', 'email') or jsonb_typeof(flag.value) <> 'boolean'), false)
$$;
grant execute on function private.is_privacy_map(jsonb) to anon, authenticated, service_role;
alter table public.profiles drop constraint profiles_privacy_is_map,
  add constraint profiles_privacy_is_map check (private.is_privacy_map(privacy_settings));
comment on constraint profiles_privacy_is_map on public.profiles is
  'Private can be: first_name, last_name, city, state, dob and email, each true or false.';

create function private.profiles_project() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hidden jsonb := new.privacy_settings;
  shown public.profiles_public;
begin
  select new.id, new.username, new.profile_image_url, new.banner_url, new.about,
    case when not coalesce((hidden ->> 'first_name')::boolean, false) then new.first_name end,
    case when not coalesce((hidden ->> 'last_name')::boolean, false) then new.last_name end,
    case when not coalesce((hidden ->> 'city')::boolean, false) then new.city end,
    case when not coalesce((hidden ->> 'state')::boolean, false) then new.state end,
    new.rank, new.is_official, new.joined_at, null
  into shown;
  if tg_op = 'INSERT' or not exists (select 1 from public.profiles_public where id = new.id) then
    insert into public.profiles_public values (shown.*);
    return null;
  end if;
  update public.profiles_public p set (username, profile_image_url, banner_url, about, first_name, last_name, city, state, rank, is_official, joined_at)
    = (shown.username, shown.profile_image_url, shown.banner_url, shown.about, shown.first_name, shown.last_name, shown.city, shown.state,
      shown.rank, shown.is_official, shown.joined_at)
  where p.id = new.id and (to_jsonb(p) - 'directory_page') is distinct from (to_jsonb(shown) - 'directory_page');
  return null;
end
$$;
create trigger profiles_project after insert or update on public.profiles
  for each row execute function private.profiles_project();
revoke all on function private.profiles_project() from public;

-- Beside the profile, because they change often: posts (public ones) and accepted friends.
alter table public.profile_stats add column friend_count integer not null default 0;

-- The profile's e-mail is the account's.
create function private.users_reach_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id and email is distinct from new.email;
  return null;
end
$$;
revoke all on function private.users_reach_profile() from public;
create trigger users_reach_profile after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.users_reach_profile();

-- One's own profile through the queue. The client's table is my_profile; the upload names the table it stands for.
insert into private.crud_tables (table_name, owner_column, operations) values ('profiles', 'id', '{PATCH}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row)
select 'profiles', name, type, null, 'write', false
from (values ('username', 'text'), ('first_name', 'text'), ('last_name', 'text'), ('city', 'text'), ('state', 'text'), ('about', 'text'), ('dob', 'date'),
  ('profile_image_url', 'text'), ('banner_url', 'text'), ('privacy_settings', 'jsonb')) as field (name, type);

alter publication powersync add table public.profiles_public, public.profile_stats;
