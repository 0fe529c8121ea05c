-- Ids of pairs (a member's vote on a post, a like, a poll vote, a friendship) are version 5, made of the two ids: two devices or a double tap make the
-- same row. The namespaces stand in src/contract/ids.ts as well; a CHECK on each table compares.
create extension if not exists "uuid-ossp" with schema extensions;

create function private.pair_id(namespace uuid, one uuid, other uuid) returns uuid
language sql immutable strict parallel safe set search_path = '' as $$
  select extensions.uuid_generate_v5(namespace, one::text || ':' || other::text)
$$;
grant execute on function private.pair_id(uuid, uuid, uuid) to anon, authenticated, service_role;
