-- Members: the profile, its public copy, its counts, and what the caller is allowed to do. See docs/decisions/003-profile-audiences.md.

-- Only these fields have a "Private?" box, and a box is ticked or not. A flag for another field would have no effect, so it is refused.
create function private.is_privacy_map(settings jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(settings) = 'object' and not exists (
    select 1 from jsonb_each(settings) flag
    where flag.key not in ('first_name', 'last_name', 'city', 'state', 'dob', 'email') or jsonb_typeof(flag.value) <> 'boolean'), false)
$$;
grant execute on function private.is_privacy_map(jsonb) to anon, authenticated;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text,
  username text,
  first_name text,
  last_name text,
  city text,
  state text,
  about text,
  dob date,
  profile_image_url text,
  banner_url text,
  -- field name → true when the member marked it private
  privacy_settings jsonb not null default '{}',
  role text not null default 'user',
  badges jsonb not null default '[]',
  is_banned boolean not null default false,
  -- the deletion of the account has begun, and its rows are being deleted (private.close_account); then it is banned as well
  is_closed boolean not null default false,
  is_muted boolean not null default false,
  -- official accounts cannot be unfriended and have no feed of friends
  is_official boolean not null default false,
  -- on the devices of staff: the member has flagged posts
  is_watched boolean not null default false,
  -- 0 Fresh Mag … 4 Veteran; changes four times at most, so that a post does not send the profile again
  rank smallint not null default 0,
  joined_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  constraint profiles_username_pattern check (username ~ '^[A-Za-z0-9_.-]{1,30}$' and username ~ '[^.]'),
  constraint profiles_role_known check (role in ('user', 'admin', 'ceo')),
  constraint profiles_rank_range check (rank between 0 and 4),
  constraint profiles_name_length check (char_length(first_name) <= 60 and char_length(last_name) <= 60),
  constraint profiles_place_length check (char_length(city) <= 80 and char_length(state) <= 80),
  constraint profiles_about_length check (char_length(about) <= 1000),
  constraint profiles_image_url_safe check (private.is_media_url(profile_image_url)),
  constraint profiles_banner_url_safe check (private.is_media_url(banner_url)),
  constraint profiles_privacy_is_map check (private.is_privacy_map(privacy_settings)),
  constraint profiles_badges_is_list check (jsonb_typeof(badges) = 'array')
);
comment on constraint profiles_username_pattern on public.profiles is
  'Username can only contain letters, numbers, underscores, dashes, or periods. No spaces or special characters.';
comment on constraint profiles_name_length on public.profiles is 'A name may have at most 60 characters.';
comment on constraint profiles_place_length on public.profiles is 'City and state may have at most 80 characters each.';
comment on constraint profiles_about_length on public.profiles is 'About may have at most 1,000 characters.';
comment on constraint profiles_privacy_is_map on public.profiles is
  'Private can be: first_name, last_name, city, state, dob and email, each true or false.';
create unique index profiles_username_key on public.profiles (lower(username));
-- the order of the staff's table
create index profiles_joined on public.profiles (joined_at desc, lower(username));
create index profiles_username_prefix on public.profiles (lower(username) text_pattern_ops);

-- What is shown of an author, everywhere, guests included. A public profile field that belongs beside the name is added here (null while its owner marks
-- it private) and to src/contract/author.ts. Tables that show authors hold a copy in a column `author`, kept by private.update_author_copies.
create function private.author_card(profile public.profiles) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('username', profile.username, 'profile_image_url', profile.profile_image_url, 'rank', profile.rank)
$$;

-- What everyone, guests included, may read of a member; REST and sync hand out this row. Names and place are null while their owner marks them
-- private. E-mail, date of birth, role and moderation state are never in it. Kept by private.update_public_profile.
create table public.profiles_public (
  id uuid primary key references public.profiles (id) on delete cascade,
  -- also in `author`; here for its indexes
  username text,
  author jsonb not null,
  banner_url text,
  about text,
  first_name text,
  last_name text,
  city text,
  state text,
  is_official boolean not null,
  joined_at timestamptz not null,
  -- page of the members list; null without a username
  directory_page integer
);
create index profiles_public_username on public.profiles_public (lower(username) text_pattern_ops);

-- Counts that change often are stored beside the profile, so that a post does not send the profile again.
create table public.profile_stats (
  id uuid primary key references public.profiles (id) on delete cascade,
  -- public posts
  post_count integer not null default 0,
  -- accepted friends
  friend_count integer not null default 0,
  -- comments on public posts
  comment_count integer not null default 0
);
-- for the dashboard's table of members
create index profile_stats_posts on public.profile_stats (post_count desc, id);
create index profile_stats_comments on public.profile_stats (comment_count desc, id);
create index profile_stats_top on public.profile_stats ((post_count + comment_count) desc, id);

alter table public.profiles enable row level security;
alter table public.profiles_public enable row level security;
alter table public.profile_stats enable row level security;

-- The columns that others may select; any other column in a select list, filter or order is refused by Postgres (42501).
grant select (id, username, about, profile_image_url, banner_url, rank, is_official, joined_at, created_at) on public.profiles to anon, authenticated;
grant update (username, first_name, last_name, city, state, about, dob, profile_image_url, banner_url, privacy_settings)
  on public.profiles to authenticated;
grant select on public.profiles_public, public.profile_stats to anon, authenticated;

create policy profiles_are_read_by_everyone on public.profiles for select to anon, authenticated using (true);
create policy profiles_are_edited_by_owner on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy profiles_public_are_read_by_everyone on public.profiles_public for select to anon, authenticated using (true);
create policy profile_stats_are_read_by_everyone on public.profile_stats for select to anon, authenticated using (true);

-- The caller. Read from the row and not from the token, so that a ban, a promotion or a deletion takes effect at once.

-- The caller's own whole row: column grants cannot tell the owner from others.
create function public.my_profile() returns setof public.profiles
language sql stable security definer set search_path = '' as $$
  select * from public.profiles where id = (select auth.uid()) and not is_closed
$$;

-- False for guests and for deleted accounts, whose tokens stay valid for a while.
create function private.has_profile() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles where id = (select auth.uid()) and not is_closed)
$$;

-- The caller's id; null for guests, deleted accounts and banned members. Policies on members' data use it instead of auth.uid(), so that
-- banned members read as guests. Their own profile and their rejected actions stay readable.
create function private.reader_id() returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.profiles where id = (select auth.uid()) and not is_banned
$$;

create function private.my_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from public.profiles where id = (select auth.uid()) and not is_banned
$$;

create function private.is_staff() returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.profiles where id = (select auth.uid()) and not is_banned and role in ('admin', 'ceo'));
end
$$;

create function private.is_ceo() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.my_role()) = 'ceo', false)
$$;

-- Why `member` may not write now, as a sentence; null: they may. `speaks`: posts, comments and messages, which muted members cannot write either.
-- Asked when something is written, and again when it becomes visible later than that (see docs/decisions/028-checked-when-visible.md).
create function private.refusal_to_write(member uuid, speaks boolean) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  who record;
begin
  select is_banned, is_muted, username into who from public.profiles where id = member and not is_closed;
  return case
    when not found or (speaks and who.username is null) then 'Please set up your profile before you post.'
    when who.is_banned then 'Your account is banned, so this was not published.'
    when speaks and who.is_muted then 'Your account is muted, so this was not published.'
  end;
end
$$;

-- Refuses (42501) a caller who may not write.
create function private.assert_may_write(speaks boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  refusal text := private.refusal_to_write((select auth.uid()), speaks);
begin
  if refusal is not null then
    raise exception using message = refusal, errcode = '42501';
  end if;
end
$$;

-- For functions of the service that act for a member. A banned member may still export their data, delete their account and write to us.
create function private.assert_not_banned(member_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from public.profiles p where p.id = member_id and p.is_banned) then
    raise exception 'Your account is banned.' using errcode = '42501';
  end if;
end
$$;

grant execute on function private.reader_id(), private.my_role(), private.is_staff(), private.is_ceo() to anon, authenticated;
grant execute on function private.has_profile(), private.assert_may_write(boolean) to authenticated;
grant execute on function public.my_profile() to authenticated;

-- Triggers

-- A CHECK cannot use today's date.
create function private.assert_adult(dob date) returns void
language plpgsql stable set search_path = '' as $$
begin
  if dob > current_date - interval '18 years' or dob < date '1900-01-01' then
    raise exception 'You must be 18 or older.' using errcode = '23514';
  end if;
end
$$;
grant execute on function private.assert_adult(date) to authenticated;

create function private.profiles_before_update() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_member boolean := private.is_api_caller();
begin
  if by_member then
    perform private.assert_may_write(false);
  end if;
  if new.dob is distinct from old.dob then
    perform private.assert_adult(new.dob);
  end if;
  if by_member then
    perform private.limit_rate(new.id, 'profile_edit', 'You have edited very often in the last hour. Please try again later.');
  end if;
  if by_member and new.username is distinct from old.username then
    perform private.assert_username_is_free(new.username, new.id);
    perform private.limit_rate(new.id, 'rename', 'You have changed your username three times today. Please try again tomorrow.');
  end if;
  return new;
end
$$;
create trigger profiles_before_update before update on public.profiles
  for each row execute function private.profiles_before_update();

-- Keeps profiles_public. A row that does not change is not written, because every write is sent to devices.
create function private.update_public_profile(profile public.profiles) returns void
language plpgsql security definer set search_path = '' as $$
declare
  hidden jsonb := profile.privacy_settings;
  shown public.profiles_public;
begin
  select profile.id, profile.username, private.author_card(profile), profile.banner_url, profile.about,
    case when not coalesce((hidden ->> 'first_name')::boolean, false) then profile.first_name end,
    case when not coalesce((hidden ->> 'last_name')::boolean, false) then profile.last_name end,
    case when not coalesce((hidden ->> 'city')::boolean, false) then profile.city end,
    case when not coalesce((hidden ->> 'state')::boolean, false) then profile.state end,
    profile.is_official, profile.joined_at, null
  into shown;
  if profile.is_closed then
    delete from public.profiles_public where id = profile.id;
    return;
  elsif not exists (select 1 from public.profiles_public where id = profile.id) then
    insert into public.profiles_public values (shown.*);
    return;
  end if;
  update public.profiles_public p set (username, author, banner_url, about, first_name, last_name, city, state, is_official, joined_at)
    = (shown.username, shown.author, shown.banner_url, shown.about, shown.first_name, shown.last_name, shown.city, shown.state,
      shown.is_official, shown.joined_at)
  where p.id = profile.id and (to_jsonb(p) - 'directory_page') is distinct from (to_jsonb(shown) - 'directory_page');
end
$$;

create function private.profiles_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    perform private.add_count_change('app', 'members', -1);
    return null;
  end if;
  perform private.update_public_profile(new);
  if tg_op = 'INSERT' then
    perform private.add_count_change('app', 'members', 1);
    return null;
  end if;
  if private.author_card(old) is distinct from private.author_card(new) then
    perform private.change_later('card', new.id);
  end if;
  if old.profile_image_url is distinct from new.profile_image_url then
    perform private.remove_profile_picture(old.id, old.profile_image_url);
  end if;
  if old.banner_url is distinct from new.banner_url then
    perform private.remove_profile_picture(old.id, old.banner_url);
  end if;
  if old.is_banned is distinct from new.is_banned then
    perform private.begin_work('friends', new.id);
  end if;
  return null;
end
$$;
create trigger profiles_after_write after insert or update or delete on public.profiles
  for each row execute function private.profiles_after_write();

-- The profile's e-mail is the account's.
create function private.users_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id and email is distinct from new.email;
  return null;
end
$$;
create trigger users_after_update after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.users_after_update();

-- What is missing in the consents that a member gave, as a sentence; null if nothing is.
create function private.missing_consent(said jsonb) returns text
language sql immutable set search_path = '' as $$
  select case
    when said ->> 'terms_accepted' = 'true' and said ->> 'terms_version' ~ '^[A-Za-z0-9._-]{1,40}$' then
      case when said ->> 'adult_confirmed' = 'true' then null else 'You must confirm you are 18 or older.' end
    else 'You must agree to the Terms & Conditions.'
  end
$$;

-- First sign-in: the profile, the consents, and friendship with the official account. The Edge Function of the same name calls it
-- with the service key; e-mail and id come from auth.users, never from the caller. Repeated calls change nothing.
-- Without the consents (18 or older, terms and their version) no profile is made, and without a profile nothing can be written. The sign-up form's
-- arrive as the account's metadata, those of a member who came another way (Google) as `consents`. Members can set that metadata themselves, but only
-- about themselves.
create function public.create_profile_and_friend(member_id uuid, consents jsonb default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  account record;
  said jsonb;
  missing text;
  wanted text;
  official uuid;
  size integer := 8;
begin
  select email, raw_user_meta_data as said, created_at into account from auth.users where id = member_id;
  if not found or exists (select 1 from public.profiles where id = member_id and is_closed) then
    raise exception 'This account does not exist.' using errcode = 'P0002';
  end if;
  said := coalesce(consents, account.said);
  missing := private.missing_consent(said);
  if missing is not null and not exists (select 1 from public.profiles where id = member_id) then
    raise exception using message = missing, errcode = 'PT428';
  end if;

  -- 'user_' and the first 8 characters of the id, or more in the rare case that the name is taken.
  loop
    wanted := 'user_' || left(replace(member_id::text, '-', ''), size);
    begin
      insert into public.profiles (id, email, username) values (member_id, account.email, wanted) on conflict (id) do nothing;
      exit;
    exception when unique_violation then
      size := size + 4;
      if size > 24 then
        raise;
      end if;
    end;
  end loop;
  insert into public.profile_stats (id) values (member_id) on conflict (id) do nothing;
  if missing is null then
    -- The form that creates the account gives the consent, so both have the same time.
    insert into public.user_consents (user_id, is_adult, terms_version, created_at)
    values (member_id, true, said ->> 'terms_version', coalesce(case when consents is null then account.created_at end, clock_timestamp()))
    on conflict (user_id, terms_version) do nothing;
  end if;

  select id into official from public.profiles where lower(username) = 'rangeday' and is_official;
  if official is not null and official <> member_id then
    perform private.befriend(member_id, official);
  end if;
  return (select jsonb_build_object('id', id, 'username', username) from public.profiles where id = member_id);
end
$$;
