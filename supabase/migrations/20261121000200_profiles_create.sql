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
  -- field name → true when the member keeps it private
  privacy_settings jsonb not null default '{}',
  role text not null default 'user',
  badges jsonb not null default '[]',
  is_banned boolean not null default false,
  is_muted boolean not null default false,
  -- official accounts cannot be unfriended and are nobody's feed
  is_official boolean not null default false,
  -- 0 Fresh Mag … 4 Veteran; changes four times in a life, so that a post does not re-send the profile
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
  constraint profiles_privacy_is_map check (jsonb_typeof(privacy_settings) = 'object' and length(privacy_settings::text) <= 1000),
  constraint profiles_badges_is_list check (jsonb_typeof(badges) = 'array')
);

comment on constraint profiles_username_pattern on public.profiles is
  'Username can only contain letters, numbers, underscores, dashes, or periods. No spaces or special characters.';
comment on constraint profiles_name_length on public.profiles is 'A name may have at most 60 characters.';
comment on constraint profiles_place_length on public.profiles is 'City and state may have at most 80 characters each.';
comment on constraint profiles_about_length on public.profiles is 'About may have at most 1,000 characters.';

create unique index profiles_username_key on public.profiles (lower(username));
create index profiles_username_prefix on public.profiles (lower(username) text_pattern_ops);

-- Counts that change with every post live beside the profile, not on it.
create table public.profile_stats (
  id uuid primary key references public.profiles (id) on delete cascade,
  post_count integer not null default 0
);

alter table public.profiles enable row level security;
alter table public.profile_stats enable row level security;
revoke all on public.profiles, public.profile_stats from anon, authenticated;
grant all on public.profiles, public.profile_stats to service_role;

-- Only these columns exist for visitors: any other one in a select list, filter or order is refused by Postgres itself (42501).
-- See docs/decisions/003-profile-audiences.md.
grant select (id, username, about, profile_image_url, banner_url, rank, is_official, joined_at, created_at) on public.profiles to anon, authenticated;
grant update (username, first_name, last_name, city, state, about, dob, profile_image_url, banner_url, privacy_settings)
  on public.profiles to authenticated;
grant select on public.profile_stats to anon, authenticated;

create policy profiles_are_seen on public.profiles for select to anon, authenticated using (true);
create policy profiles_are_edited_by_owner on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));
create policy profile_stats_are_seen on public.profile_stats for select to anon, authenticated using (true);

-- The caller's own whole row: column grants cannot tell the owner from others.
create function public.my_profile() returns setof public.profiles
language sql stable security definer set search_path = '' as $$
  select * from public.profiles where id = (select auth.uid())
$$;
revoke all on function public.my_profile() from public, anon;
grant execute on function public.my_profile() to authenticated, service_role;
