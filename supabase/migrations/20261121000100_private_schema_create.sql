-- Helpers that policies, triggers and apply_crud share. The schema is not exposed by the API, so nothing in it is a route;
-- the API roles may still execute what is granted below, because policies run with the caller's rights.
create schema if not exists private;
revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;

-- Supabase grants everything on new public objects to the API roles. Here every grant is written out, table by table.
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;

-- True when something is left after JavaScript's trim().
create function private.has_text(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(value ~ '[^\s\u000b\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', false)
$$;

-- A picture, video or gif: https without user info, or a path of our own origin. Everything else (javascript:, data:, //host) is refused.
create function private.is_media_url(value text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select char_length(value) <= 2048
    and value ~ '^(https://[A-Za-z0-9.-]+(:[0-9]{1,5})?(/[^[:space:]\\<>"]*)?|/[A-Za-z0-9._~%-][^[:space:]\\<>"]*)$'
$$;

-- Is the statement running for a visitor or member, and not for a trigger, a migration or the service?
-- SECURITY INVOKER on purpose: inside a definer function the current user is the owner.
create function private.is_api_caller() returns boolean
language sql stable set search_path = '' as $$
  select current_user in ('anon', 'authenticated')
$$;

grant execute on function private.has_text(text), private.is_media_url(text), private.is_api_caller()
  to anon, authenticated, service_role;
