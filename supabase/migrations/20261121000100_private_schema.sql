-- Schema `private` and the helpers that every other file uses. The API does not expose the schema, so nothing in it is a route.
-- Policies and triggers run with the caller's rights, so the API roles may still execute what is granted to them.

-- Installed before the default privileges below, so that its functions stay executable for everyone.
create extension if not exists "uuid-ossp" with schema extensions;

create schema private;
grant usage on schema private to anon, authenticated, service_role;

-- Postgres lets everyone execute new functions, and Supabase grants all new public objects to the API roles. Here anon and authenticated
-- have only the rights that are granted by name. service_role keeps all rights on public objects and may execute every function.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema private grant execute on functions to service_role;

-- Text and addresses

-- True when something can be seen: not only white space, control characters, and zero-width or filler characters. As cleanText in src/contract/text.ts.
create function private.has_text(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(value ~ ('[^\s\u0001-\u001f\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f'
    || '\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'), false)
$$;

-- The text as JavaScript's trim() returns it.
create function private.trimmed(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(value, E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff')
$$;

-- An image, video or gif: https without user info, or a path on our own origin. Refuses javascript:, data: and //host, and a path with '..', which would
-- lead out of the folder that it begins with.
create function private.is_media_url(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select char_length(value) <= 2048
    and value ~ '^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[^[:space:]\\<>"]*)?|/[A-Za-z0-9._~%-][^[:space:]\\<>"]*)$'
    and (value ^@ 'https:' or value !~* '/(\.|%2e){1,2}([/?#]|$)')
$$;

-- A version 5 UUID of two ids. Votes, likes and friendships use it, so that two devices or a double tap create the same row.
-- src/contract/ids.ts has the same namespaces; a CHECK on each table compares.
create function private.pair_id(namespace uuid, one uuid, other uuid) returns uuid
language sql immutable strict parallel safe set search_path = '' as $$
  select extensions.uuid_generate_v5(namespace, one::text || ':' || other::text)
$$;

-- The caller

-- True when the statement runs for a visitor or a member, not for a trigger, a migration or the service.
-- SECURITY INVOKER on purpose: inside a definer function the current user is the owner.
create function private.is_api_caller() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;

-- The caller's address. The last proxy in front of us writes the last entry of x-forwarded-for; earlier entries can be forged. Platforms with
-- more proxies set the trusted header: alter database … set app.client_ip_header = '…' (CLIENT_IP_HEADER for the functions).
create function private.caller_address() returns inet
language plpgsql stable set search_path = '' as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  hops text[] := string_to_array(headers ->> coalesce(nullif(current_setting('app.client_ip_header', true), ''), 'x-forwarded-for'), ',');
begin
  return private.as_address(hops[cardinality(hops)]);
end
$$;

create function private.as_address(value text) returns inet
language sql immutable parallel safe set search_path = '' as $$
  -- ::ffff:192.0.2.1 is an IPv4 address, as some servers write it
  select case when pg_input_is_valid(plain, 'inet') then host(plain::inet)::inet end
  from (select regexp_replace(trim(value), '^::ffff:(?=[0-9]+\.)', '', 'i') as plain) address
$$;

-- A visitor in rate limits: an IPv4 address, or the /64 network that one IPv6 connection has to itself.
create function private.visitor_key(address inet) returns text
language sql immutable parallel safe set search_path = '' as $$
  select 'ip:' || coalesce(case family(address) when 6 then network(set_masklen(address, 64))::text else host(address) end, 'unknown')
$$;

create function private.caller_agent() returns text
language sql stable set search_path = '' as $$
  select left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 400)
$$;

-- The key of the caller's rate limits: the member, or the visitor's address.
create function private.caller_key() returns text
language sql stable set search_path = '' as $$
  select coalesce((select auth.uid())::text, private.visitor_key(private.caller_address()))
$$;

-- Rate limits: how often one sender may do something per fixed window. One row per sender and action, so that parallel calls wait for each other.

create table private.rate_limits (
  action text primary key,
  max_count integer not null check (max_count > 0),
  per interval not null
);
create table private.rate_usage (
  sender text not null,
  action text not null references private.rate_limits (action) on delete cascade,
  window_start timestamptz not null,
  used integer not null,
  primary key (sender, action)
);
create index rate_usage_action on private.rate_usage (action, window_start);
-- From one member to another the sender is 'member>member'. For the deletion of an account.
create index rate_usage_from on private.rate_usage (split_part(sender, '>', 1));
create index rate_usage_to on private.rate_usage (split_part(sender, '>', 2)) where strpos(sender, '>') > 0;
alter table private.rate_limits enable row level security;
alter table private.rate_usage enable row level security;

insert into private.rate_limits (action, max_count, per) values
  -- written by members
  ('post', 60, interval '1 hour'), ('poll', 60, interval '1 hour'), ('comment', 200, interval '1 hour'), ('message', 300, interval '1 hour'),
  ('vote', 2000, interval '1 hour'), ('like', 2000, interval '1 hour'), ('save', 600, interval '1 hour'), ('image', 600, interval '1 hour'), ('consent', 20, interval '1 day'),
  -- changed by members; `rename`: the username
  ('post_edit', 60, interval '1 hour'), ('comment_edit', 200, interval '1 hour'), ('poll_edit', 60, interval '1 hour'), ('profile_edit', 60, interval '1 hour'),
  ('vote_change', 300, interval '1 hour'), ('like_change', 300, interval '1 hour'), ('save_change', 600, interval '1 hour'), ('rename', 3, interval '1 day'),
  -- actions sent to apply_crud
  ('action', 6000, interval '1 hour'),
  ('friend_request', 40, interval '1 hour'), ('blocks', 100, interval '1 hour'), ('mutes', 100, interval '1 hour'), ('report', 20, interval '1 hour'),
  ('file', 300, interval '1 hour'), ('file_check', 1200, interval '1 hour'), ('report_file', 40, interval '1 hour'), ('report_file_of_visitors', 400, interval '1 hour'),
  ('export', 10, interval '1 day'),
  -- from one member to another; notifications above the limit are dropped silently
  ('notification', 60, interval '1 hour'), ('push', 300, interval '1 hour'), ('push_to', 120, interval '1 hour'),
  -- forms and functions, also for visitors
  ('contact', 5, interval '1 hour'), ('csae_report', 20, interval '1 hour'), ('ad_event', 300, interval '1 hour'), ('late_ad_event', 48, interval '1 hour'), ('page_view', 1200, interval '1 hour'), ('checkout', 20, interval '1 hour'), ('gif', 1200, interval '1 hour'),
  ('search', 1800, interval '1 hour'),
  ('guest_token', 600, interval '1 hour'), ('link_preview', 6000, interval '1 hour'), ('create_profile', 60, interval '1 hour'), ('account_deletion', 20, interval '1 hour'), ('account_deletion_cancel', 20, interval '1 hour'),
  ('save_subscription', 30, interval '1 hour'), ('send_notification', 300, interval '1 hour');

-- Counts uses; false when the window is full. `who` is a member's id or, for visitors, an address.
create function private.use_rate(who text, what text, uses integer default 1) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lim private.rate_limits;
  count_now integer;
begin
  select * into strict lim from private.rate_limits where action = what;
  insert into private.rate_usage as u (sender, action, window_start, used) values (who, what, clock_timestamp(), uses)
  on conflict (sender, action) do update set
    -- Bounded, so that refused uses never overflow it.
    used = case when u.window_start < clock_timestamp() - lim.per then excluded.used else least(u.used + excluded.used, 1000000000) end,
    window_start = case when u.window_start < clock_timestamp() - lim.per then clock_timestamp() else u.window_start end
  returning used into count_now;
  return count_now <= lim.max_count;
end
$$;

-- Deletes what no longer limits anybody, at most 10,000 rows: a row of a visitor has their address. Called by the jobs.
create function public.forget_rate_usage() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from private.rate_usage where (sender, action) in (
    select old.sender, old.action from private.rate_limits l cross join lateral (
      select u.sender, u.action from private.rate_usage u where u.action = l.action and u.window_start < clock_timestamp() - l.per limit 10000) old
    limit 10000);
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- use_rate for the Edge Functions; a visitor is `ip:` and the address.
create function public.use_rate(who text, what text) returns boolean
language sql security definer set search_path = '' as $$
  select private.use_rate(case when starts_with(who, 'ip:') then private.visitor_key(private.as_address(substr(who, 4))) else who end, what)
$$;

-- Counts one use for the caller.
create function private.use_my_rate(what text) returns boolean
language sql security definer set search_path = '' as $$
  select private.use_rate(private.caller_key(), what)
$$;

-- Counts one use when the member is the caller, and refuses with `sentence` when the window is full. Rows that the server writes are not counted.
create function private.limit_rate(member uuid, what text, sentence text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if (select auth.uid()) = member and not private.use_rate(member::text, what) then
    raise exception using message = sentence, errcode = 'PT429';
  end if;
end
$$;

-- How many calls of one origin run at once: 3 of a visitor's address, 6 of a member. PostgREST calls this before each request, where db-pre-request
-- names it (docs/deploy.md), so that slow reads of one origin do not hold every connection. The embedded API lets calls wait instead.
create function private.check_request() returns void
language plpgsql set search_path = '' as $$
begin
  -- Each running call holds one lock, until its transaction ends.
  if current_user in ('anon', 'authenticated') and not exists (
    select 1 from generate_series(1, case current_user when 'anon' then 3 else 6 end) slot
    where pg_try_advisory_xact_lock(hashtext('call ' || private.caller_key()), slot)) then
    raise exception 'Too many requests at the same time. Please try again in a moment.' using errcode = 'PT429';
  end if;
end
$$;

grant execute on function private.check_request(), private.has_text(text), private.trimmed(text), private.is_media_url(text), private.pair_id(uuid, uuid, uuid),
  private.is_api_caller(), private.caller_address(), private.as_address(text), private.visitor_key(inet), private.caller_agent(), private.caller_key(),
  private.use_my_rate(text) to anon, authenticated;
grant execute on function private.limit_rate(uuid, text, text) to authenticated;
