-- apply_crud(batch): the one door for writes made on devices. Wire form: src/contract/crud.ts. It runs with the caller's rights, so row level
-- security, column grants, constraints and triggers all judge each row; this code adds only order, replay and honest refusals.

-- Faults that pass: the whole call must fail so that the device keeps its queue and tries again. Everything else is a refusal.
create function private.is_passing_fault(state text) returns boolean
language sql immutable set search_path = '' as $$
  select state in ('40001', '40P01', '55P03') or left(state, 2) in ('08', '53', '57', '58')
$$;

-- Marks an action of the caller as done; false when it already was. A second delivery at the same moment waits here for the first.
create function private.claim_action(action_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.applied_operations (user_id, action_id) values ((select auth.uid()), claim_action.action_id)
  on conflict on constraint applied_operations_pkey do nothing;
  return found;
end
$$;

-- Keeps a refused action of the caller, with its reason, for the outbox. At most 200 per member.
create function private.record_rejection(action_id uuid, ops jsonb, code text, message text, blocker uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  insert into public.write_rejections as r (id, user_id, ops, code, message, blocked_by, entity_ids)
  select action_id, me,
    -- The device that wrote it still has every word. What no honest action reaches is kept without its words, so that
    -- nobody fills the database, and every device of theirs, with refusals.
    case when octet_length(ops::text) <= 65536 then ops else (select jsonb_agg(op - 'data') from jsonb_array_elements(ops) op) end,
    code, message, blocker, coalesce(array_agg(distinct (op ->> 'id')::uuid), '{}')
  from jsonb_array_elements(ops) op where op ->> 'op' = 'PUT' and pg_input_is_valid(op ->> 'id', 'uuid')
  on conflict (id) do update set code = excluded.code, message = excluded.message, blocked_by = excluded.blocked_by
  where r.user_id = me;
  delete from public.write_rejections where id in (
    select id from public.write_rejections where user_id = me order by created_at desc offset 200);
end
$$;

-- A refused action that now succeeded leaves the outbox (its trigger notes 'discarded', which the claim before it outranks).
create function private.forget_rejection(action_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.write_rejections where id = action_id and user_id = (select auth.uid())
$$;

-- The caller's refused action that should have made one of these rows.
create function private.blocking_rejection(action_id uuid, wanted uuid[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.write_rejections
  where user_id = (select auth.uid()) and id <> action_id and entity_ids && wanted
  order by created_at limit 1
$$;

-- The reason in plain words. A constraint carries its sentence as its comment; what we raise ourselves already is one.
create function private.plain_reason(code text, message text, in_table text, constraint_name text) returns text
language sql stable set search_path = '' as $$
  select coalesce(
    (select pg_catalog.obj_description(c.oid, 'pg_constraint') from pg_catalog.pg_constraint c
      where c.conname = constraint_name and c.conrelid = pg_catalog.to_regclass('public.' || pg_catalog.quote_ident(in_table))),
    case
      when code = '42501' and message ~ '^(new row violates|permission denied)' then 'You are not allowed to do this.'
      when code = '23505' and constraint_name <> '' then 'This is already there.'
      when code = '23503' then 'What this belongs to is no longer there.'
      when code = '23502' then 'Something is missing in this entry.'
      when code = '23514' and constraint_name <> '' then 'This entry is not valid.'
      when left(code, 2) = '22' then 'This entry is not valid.'
      else message
    end)
$$;

-- The expression for one column of $2. A list arrives as JSON (a device keeps it as text), which Postgres does not cast to an array.
create function private.crud_value(column_name text, cast_to text) returns text
language sql immutable set search_path = '' as $$
  select format(case when cast_to like '%[]' then 'private.json_list($2 ->> %L)::%s' else '($2 ->> %L)::%s' end, column_name, cast_to)
$$;
create function private.json_list(list text) returns text[]
language sql immutable strict set search_path = '' as $$
  select coalesce(array_agg(value), '{}') from jsonb_array_elements_text(list::jsonb)
$$;

-- One operation: PUT inserts, PATCH updates, DELETE deletes exactly one row. Raises when it cannot.
create function private.apply_op(op jsonb) returns void
language plpgsql set search_path = '' as $$
declare
  verb text := op ->> 'op';
  target private.crud_tables;
  row_id uuid;
  fields jsonb := coalesce(nullif(op -> 'data', 'null'), '{}');
  bad text;
  columns text;
  vals text;
  sets text;
  changed bigint;
  mine boolean;
begin
  select * into target from private.crud_tables where table_name = op ->> 'table';
  if not found then
    raise exception 'This app version sends something the server does not know.' using errcode = '42P01';
  elsif verb is null or verb <> all (target.operations) then
    raise exception 'You are not allowed to do this.' using errcode = '42501';
  elsif jsonb_typeof(fields) <> 'object' then
    raise exception 'This entry is not valid.' using errcode = '22023';
  end if;
  row_id := (op ->> 'id')::uuid;
  if row_id is null then
    raise exception 'This entry is not valid.' using errcode = '22023';
  end if;

  if verb = 'DELETE' then
    execute format('delete from public.%I where id = $1', target.table_name) using row_id;
    get diagnostics changed = row_count;
    if changed = 0 then
      raise exception 'This is no longer there, or it is not yours to delete.' using errcode = 'P0002';
    end if;
    return;
  end if;

  if verb = 'PUT' then
    -- A new row without a value gets the column's default.
    fields := jsonb_strip_nulls(fields);
  end if;
  select f.key into bad from jsonb_each(fields) f
  where not exists (
    select 1 from private.crud_columns c
    where c.table_name = target.table_name and c.column_name = f.key and case verb when 'PUT' then c.on_put else c.on_patch end is not null)
  limit 1;
  if bad is not null then
    raise exception 'The field "%" cannot be set here.', left(bad, 60) using errcode = '42703';
  end if;

  select string_agg(format('%I', c.column_name), ', '),
    string_agg(private.crud_value(c.column_name, c.cast_to), ', '),
    string_agg(format('%I = %s', c.column_name, private.crud_value(c.column_name, c.cast_to)), ', ')
  into columns, vals, sets
  from private.crud_columns c
  where c.table_name = target.table_name and fields ? c.column_name
    and case verb when 'PUT' then c.on_put else c.on_patch end = 'write';

  if verb = 'PUT' then
    execute format('insert into public.%I (%s) values (%s) on conflict do nothing', target.table_name,
      concat_ws(', ', 'id', columns), concat_ws(', ', '$1', vals)) using row_id, fields;
    get diagnostics changed = row_count;
    if changed = 0 then
      execute format('select exists (select 1 from public.%I where id = $1 and %I = (select auth.uid()))', target.table_name, target.owner_column)
        into mine using row_id;
      if not mine then
        raise exception 'This is already there.' using errcode = '23505';
      end if;
    end if;
  elsif sets is not null then
    execute format('update public.%I set %s where id = $1', target.table_name, sets) using row_id, fields;
    get diagnostics changed = row_count;
    if changed = 0 then
      raise exception 'This is no longer there, or it is not yours to change.' using errcode = 'P0002';
    end if;
  end if;
end
$$;

-- One action, all or nothing: {action_id, status, code?, message?, blocked_by?}.
create function private.apply_action(action jsonb) returns jsonb
language plpgsql set search_path = '' as $$
declare
  action_id uuid := (action ->> 'action_id')::uuid;
  op jsonb;
  state text;
  reason text;
  in_table text;
  broken text;
  blocker uuid;
begin
  begin
    if not private.claim_action(action_id) then
      return jsonb_build_object('action_id', action_id, 'status', 'duplicate');
    end if;
    for op in select value from jsonb_array_elements(action -> 'ops') loop
      perform private.apply_op(op);
    end loop;
    perform private.forget_rejection(action_id);
    return jsonb_build_object('action_id', action_id, 'status', 'applied');
  exception when others then
    get stacked diagnostics state = returned_sqlstate, reason = message_text, in_table = table_name, broken = constraint_name;
    if private.is_passing_fault(state) then
      raise;
    end if;
  end;
  reason := private.plain_reason(state, reason, in_table, broken);
  blocker := private.blocking_rejection(action_id, private.rows_named_by(action -> 'ops'));
  perform private.record_rejection(action_id, action -> 'ops', state, reason, blocker);
  return jsonb_strip_nulls(jsonb_build_object('action_id', action_id, 'status', 'rejected', 'code', state, 'message', reason, 'blocked_by', blocker));
end
$$;

-- Rows that must be there for these operations: the changed or deleted ones, and the parents named in columns.
create function private.rows_named_by(ops jsonb) returns uuid[]
language sql stable set search_path = '' as $$
  select coalesce(array_agg(distinct named.id::uuid), '{}')
  from jsonb_array_elements(ops) op
  cross join lateral (
    select op ->> 'id' as id where op ->> 'op' <> 'PUT'
    union all
    select op -> 'data' ->> c.column_name from private.crud_columns c
    where c.table_name = op ->> 'table' and c.names_row and jsonb_typeof(op -> 'data') = 'object'
  ) named
  where pg_input_is_valid(named.id, 'uuid')
$$;

create function public.apply_crud(batch jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  action jsonb;
  results jsonb := '[]';
  op_count bigint;
begin
  if (select auth.uid()) is null then
    raise exception 'Sign in to send this.' using errcode = '42501';
  end if;
  if not private.has_profile() then
    raise exception 'Please set up your profile before you post.' using errcode = '42501';
  end if;
  if batch ->> 'v' is distinct from '1' then
    raise exception 'This app version is not supported any more. Please reload.' using errcode = '22023';
  end if;
  if jsonb_typeof(batch -> 'actions') is distinct from 'array' or exists (
    select 1 from jsonb_array_elements(batch -> 'actions') a
    where jsonb_typeof(a) <> 'object' or not coalesce(pg_input_is_valid(a ->> 'action_id', 'uuid'), false)
      or jsonb_typeof(a -> 'ops') is distinct from 'array') then
    raise exception 'This batch is not in the known form.' using errcode = '22023';
  end if;
  select coalesce(sum(jsonb_array_length(a -> 'ops')), 0) into op_count from jsonb_array_elements(batch -> 'actions') a;
  -- Twice the client's limits: one action may exceed the mark that ends its batch.
  if op_count > 200 or octet_length(batch::text) > 1024 * 1024 then
    raise exception 'This batch is too large.' using errcode = '22023';
  end if;

  for action in select value from jsonb_array_elements(batch -> 'actions') loop
    results := results || private.apply_action(action);
  end loop;
  return jsonb_build_object('marker', 'apply_crud', 'results', results);
end
$$;

-- A deleted account keeps a valid token for a while; it has no row.
create function private.has_profile() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.profiles where id = (select auth.uid()))
$$;

revoke all on function private.has_profile(),
  private.is_passing_fault(text), private.claim_action(uuid), private.record_rejection(uuid, jsonb, text, text, uuid),
  private.forget_rejection(uuid), private.blocking_rejection(uuid, uuid[]), private.plain_reason(text, text, text, text),
  private.apply_op(jsonb), private.apply_action(jsonb), private.rows_named_by(jsonb),
  private.crud_value(text, text), private.json_list(text) from public;
grant execute on function private.has_profile(),
  private.is_passing_fault(text), private.claim_action(uuid), private.record_rejection(uuid, jsonb, text, text, uuid),
  private.forget_rejection(uuid), private.blocking_rejection(uuid, uuid[]), private.plain_reason(text, text, text, text),
  private.apply_op(jsonb), private.apply_action(jsonb), private.rows_named_by(jsonb),
  private.crud_value(text, text), private.json_list(text) to authenticated;

revoke all on function public.apply_crud(jsonb) from public, anon;
grant execute on function public.apply_crud(jsonb) to authenticated;
