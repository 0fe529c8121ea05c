-- An operation may have any fields: of a refused action that is larger than an honest one, only those that name its rows are kept. Without this a member
-- stored 200 refused actions of a megabyte each.
create or replace function private.record_rejection(action_id uuid, ops jsonb, code text, message text, blocker uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  insert into public.write_rejections as r (id, user_id, ops, code, message, blocked_by, entity_ids)
  select action_id, me,
    -- The device still has the full action.
    case when octet_length(ops::text) <= 65536 then ops else private.names_of(ops) end,
    code, message, blocker, coalesce(array_agg(distinct (op ->> 'id')::uuid), '{}')
  from jsonb_array_elements(ops) op where op ->> 'op' = 'PUT' and pg_input_is_valid(op ->> 'id', 'uuid')
  on conflict (user_id, id) do update set code = excluded.code, message = excluded.message, blocked_by = excluded.blocked_by;
  delete from public.write_rejections where user_id = me and id in (
    select id from public.write_rejections where user_id = me order by created_at desc offset 200);
end
$$;

-- The verb, table and id of each operation, as long as those of real ones.
create function private.names_of(ops jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_agg(case when jsonb_typeof(op) = 'object' then
    jsonb_strip_nulls(jsonb_build_object('op', left(op ->> 'op', 6), 'table', left(op ->> 'table', 63), 'id', left(op ->> 'id', 36))) end)
  from jsonb_array_elements(ops) op
$$;

update public.write_rejections set ops = private.names_of(ops) where octet_length(ops::text) > 65536;
