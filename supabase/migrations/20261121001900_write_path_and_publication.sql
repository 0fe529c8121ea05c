-- apply_crud(batch): the only entrance for writes made on devices. Wire form: src/contract/crud.ts. It runs with the caller's rights, so row level
-- security, column grants, constraints and triggers check each row; this code adds order, replay and clear rejections.

-- Every action that a member's devices sent and that took effect. A second delivery finds its id here and changes nothing.
create table public.applied_operations (
  user_id uuid not null references public.profiles (id) on delete cascade,
  action_id uuid not null,
  -- 'applied', or 'discarded' when the member discarded a rejected action: a late copy of it must not be applied
  outcome text not null default 'applied' check (outcome in ('applied', 'discarded')),
  created_at timestamptz not null default now(),
  primary key (user_id, action_id)
);
-- Rows are only added at the end: for forget_applied_operations.
create index applied_operations_created_at on public.applied_operations using brin (created_at);

-- A device that was offline for longer may send an action again: docs/decisions/020-retention.md. Called by the jobs.
create function public.forget_applied_operations() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.applied_operations where (user_id, action_id) in (
    select o.user_id, o.action_id from public.applied_operations o where o.created_at < now() - interval '1 year' limit 10000);
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- Rejected actions, with the reason, for their author's outbox.
create table public.write_rejections (
  -- the id of the action: devices delete the row by it. Devices choose it, so it identifies a row only among its member's.
  id uuid not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  ops jsonb not null,
  code text not null,
  message text not null,
  -- the rejected action that this one depends on
  blocked_by uuid,
  -- ids of the rows it would have created: later actions on them are blocked by this one
  entity_ids uuid[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index write_rejections_user_id on public.write_rejections (user_id, created_at desc);

-- What devices may write. A new writable table or column is a row here and needs no new code.
create table private.crud_tables (
  table_name text primary key,
  -- the column of the row's owner: decides whether a repeated id is the member's own row (no error) or another's
  owner_column text not null
);
create table private.crud_operations (
  table_name text not null references private.crud_tables (table_name) on delete cascade,
  operation text not null check (operation in ('PUT', 'PATCH', 'DELETE')),
  -- in one action: as many as the app sends, also in src/contract/action-limits.ts
  most integer not null check (most between 1 and 100),
  -- counts the operations of actions that are refused; what is applied is counted by the table's triggers
  rate text references private.rate_limits (action),
  primary key (table_name, operation)
);
create index crud_operations_rate on private.crud_operations (rate);
create table private.crud_columns (
  table_name text not null references private.crud_tables (table_name) on delete cascade,
  column_name text not null,
  cast_to text not null,
  -- per operation: 'write', 'ignore' (the server decides; a device sends its own guess), or null: refused
  on_put text check (on_put in ('write', 'ignore')),
  on_patch text check (on_patch in ('write', 'ignore')),
  -- the value is the id of another row: when that row was rejected, this action is blocked
  names_row boolean not null default false,
  primary key (table_name, column_name)
);

alter table public.applied_operations enable row level security;
alter table public.write_rejections enable row level security;
alter table private.crud_tables enable row level security;
alter table private.crud_operations enable row level security;
alter table private.crud_columns enable row level security;
grant select, delete on public.write_rejections to authenticated;
grant select on private.crud_tables, private.crud_operations, private.crud_columns to authenticated;
create policy write_rejections_are_read_by_author on public.write_rejections for select to authenticated
  using (user_id = (select auth.uid()));
create policy write_rejections_are_discarded_by_author on public.write_rejections for delete to authenticated
  using (user_id = (select auth.uid()));
create policy crud_tables_are_read on private.crud_tables for select to authenticated using (true);
create policy crud_operations_are_read on private.crud_operations for select to authenticated using (true);
create policy crud_columns_are_read on private.crud_columns for select to authenticated using (true);

-- The member discards a rejected action: a late copy of it must not be applied.
create function private.write_rejections_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.profiles where id = old.user_id) then
    insert into public.applied_operations (user_id, action_id, outcome) values (old.user_id, old.id, 'discarded') on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger write_rejections_after_delete after delete on public.write_rejections
  for each row execute function private.write_rejections_after_delete();

-- Transient errors (rollback, lock, connection, resources): the action gets no result, so that the device keeps it and tries again. Every other
-- error is a rejection.
create function private.is_transient_error(state text) returns boolean
language sql immutable set search_path = '' as $$
  select state = '55P03' or left(state, 2) in ('08', '40', '53', '57', '58')
$$;

-- Records an action of the caller as applied; false when it already was. A parallel second delivery waits here for the first.
create function private.claim_action(action_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.applied_operations (user_id, action_id) values ((select auth.uid()), claim_action.action_id)
  on conflict on constraint applied_operations_pkey do nothing;
  return found;
end
$$;

-- Stores a rejected action of the caller, with its reason, for the outbox. At most 200 per member.
create function private.record_rejection(action_id uuid, ops jsonb, code text, message text, blocker uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  insert into public.write_rejections as r (id, user_id, ops, code, message, blocked_by, entity_ids)
  select action_id, me,
    -- The device still has the full action. Ops larger than any the app sends are stored without data, so that nobody fills the
    -- database with rejections.
    case when octet_length(ops::text) <= 65536 then ops else (select jsonb_agg(case when jsonb_typeof(op) = 'object' then op - 'data' end) from jsonb_array_elements(ops) op) end,
    code, message, blocker, coalesce(array_agg(distinct (op ->> 'id')::uuid), '{}')
  from jsonb_array_elements(ops) op where op ->> 'op' = 'PUT' and pg_input_is_valid(op ->> 'id', 'uuid')
  on conflict (user_id, id) do update set code = excluded.code, message = excluded.message, blocked_by = excluded.blocked_by;
  delete from public.write_rejections where user_id = me and id in (
    select id from public.write_rejections where user_id = me order by created_at desc offset 200);
end
$$;

-- A rejected action that succeeded now leaves the outbox. The trigger's 'discarded' does not replace the claim made before it.
create function private.forget_rejection(action_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.write_rejections where id = action_id and user_id = (select auth.uid())
$$;

-- The caller's rejected action that should have created one of these rows.
create function private.blocking_rejection(action_id uuid, wanted uuid[]) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.write_rejections
  where user_id = (select auth.uid()) and id <> action_id and entity_ids && wanted
  order by created_at limit 1
$$;

-- The reason as text for members. A constraint's text is its comment; errors that we raise already have one.
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

-- The expression for one column of $2. A list arrives as JSON (devices store it as text), which Postgres does not cast to an array.
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
  elsif not exists (select 1 from private.crud_operations o where o.table_name = target.table_name and o.operation = verb) then
    raise exception 'You are not allowed to do this.' using errcode = '42501';
  elsif jsonb_typeof(fields) <> 'object' then
    raise exception 'This entry is not valid.' using errcode = '22023';
  end if;
  row_id := (op ->> 'id')::uuid;
  if row_id is null then
    raise exception 'This entry is not valid.' using errcode = '22023';
  end if;

  if verb = 'DELETE' then
    perform set_config('app.removed_post', '', true);
    execute format('delete from public.%I where id = $1', target.table_name) using row_id;
    get diagnostics changed = row_count;
    -- A saved post may be gone: deleted by its author, or removed from the list on another device. A post that staff removed keeps its row.
    if changed = 0 and target.table_name <> 'saved_posts' and current_setting('app.removed_post') <> row_id::text then
      raise exception 'This is no longer there, or it is not yours to delete.' using errcode = 'P0002';
    end if;
    return;
  end if;

  if verb = 'PUT' then
    -- A new row takes the column's default instead of null.
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

-- Rows that must exist for these operations: changed or deleted rows, and parents named in columns.
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

-- Refuses an action with more operations of a kind than the app sends in one.
create function private.assert_bounded(ops jsonb) returns void
language plpgsql stable set search_path = '' as $$
begin
  if exists (
    select 1 from jsonb_array_elements(ops) op join private.crud_operations o on o.table_name = op ->> 'table' and o.operation = op ->> 'op'
    group by o.table_name, o.operation having count(*) > max(o.most)) then
    raise exception 'This is too much for one action.' using errcode = '54000';
  end if;
end
$$;

-- Counts the operations of a refused action in the caller's rates. What its triggers had counted was rolled back with it, so without this, work that ends
-- in a refusal would be free and endless.
create function private.count_refused(ops jsonb) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.use_rate((select auth.uid())::text, r.rate, r.uses) from (
    select o.rate, count(*)::integer as uses
    from jsonb_array_elements(ops) op join private.crud_operations o on o.table_name = op ->> 'table' and o.operation = op ->> 'op'
    where o.rate is not null group by o.rate order by o.rate) r;
end
$$;

-- One action, all or nothing: {action_id, status, code?, message?, blocked_by?}. Null when it was stopped because it lasted too long: then it had no effect,
-- is counted, and the device sends it again. So no action reaches the time limit of the role, which would roll back the count as well.
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
  tries integer := 0;
  started timestamptz := clock_timestamp();
  is_late boolean := false;
begin
  loop
    begin
      if not private.claim_action(action_id) then
        return jsonb_build_object('action_id', action_id, 'status', 'duplicate');
      end if;
      perform private.assert_bounded(action -> 'ops');
      for op in select value from jsonb_array_elements(action -> 'ops') loop
        is_late := clock_timestamp() > started + interval '3 seconds';
        if is_late then
          raise exception 'This lasted too long.' using errcode = 'PT503';
        end if;
        perform private.apply_op(op);
      end loop;
      perform private.forget_rejection(action_id);
      return jsonb_build_object('action_id', action_id, 'status', 'applied');
    exception when others then
      get stacked diagnostics state = returned_sqlstate, reason = message_text, in_table = table_name, broken = constraint_name;
      tries := tries + 1;
      if left(state, 2) = '40' and tries < 3 then
        -- Everything that the action locked is free again. The other transaction gets the time to take it.
        perform pg_sleep(tries * (0.05 + 0.05 * random()));
        continue;
      elsif private.is_transient_error(state) then
        return null;
      end if;
    end;
    exit;
  end loop;
  perform private.count_refused(action -> 'ops');
  if is_late then
    return null;
  end if;
  reason := private.plain_reason(state, reason, in_table, broken);
  blocker := private.blocking_rejection(action_id, private.rows_named_by(action -> 'ops'));
  perform private.record_rejection(action_id, action -> 'ops', state, reason, blocker);
  return jsonb_strip_nulls(jsonb_build_object('action_id', action_id, 'status', 'rejected', 'code', state, 'message', reason, 'blocked_by', blocker));
end
$$;

-- Counts actions of the caller; false when they have sent too many.
create function private.use_my_actions(action_count integer) returns boolean
language sql security definer set search_path = '' as $$
  select private.use_rate((select auth.uid())::text, 'action', action_count)
$$;

create function public.apply_crud(batch jsonb) returns jsonb
language plpgsql security invoker set search_path = '' as $$
declare
  action jsonb;
  result jsonb;
  results jsonb := '[]';
  action_count integer;
  started timestamptz := clock_timestamp();
begin
  if (select auth.uid()) is null then
    raise exception 'Sign in to send this.' using errcode = '42501';
  elsif private.is_session_ended() then
    -- The device then refreshes its token, which fails, and asks for a log-in.
    raise exception 'Your session has ended. Please log in again.' using errcode = 'PT401';
  end if;
  if not private.has_profile() then
    raise exception 'Please set up your profile before you post.' using errcode = '42501';
  end if;
  if batch ->> 'v' is distinct from '1' then
    raise exception 'This app version is not supported any more. Please reload.' using errcode = '22023';
  end if;
  -- The limits are CALL_LIMITS in src/contract/crud-versions.ts. The size comes first, because the other checks read everything.
  if octet_length(batch::text) > 1024 * 1024 then
    raise exception 'This batch is too large.' using errcode = '22023';
  elsif jsonb_typeof(batch -> 'actions') is distinct from 'array' then
    raise exception 'This batch is not in the known form.' using errcode = '22023';
  end if;
  action_count := jsonb_array_length(batch -> 'actions');
  if action_count = 0 or exists (
    select 1 from jsonb_array_elements(batch -> 'actions') a
    where jsonb_typeof(a) <> 'object' or not coalesce(pg_input_is_valid(a ->> 'action_id', 'uuid'), false)
      or jsonb_typeof(a -> 'ops') is distinct from 'array' or a -> 'ops' = '[]') then
    raise exception 'This batch is not in the known form.' using errcode = '22023';
  elsif action_count > 200 or exists (select 1 from jsonb_array_elements(batch -> 'actions') a where jsonb_array_length(a -> 'ops') > 100) then
    raise exception 'This batch is too large.' using errcode = '22023';
  elsif not private.use_my_actions(action_count) then
    raise exception 'You have sent very much in the last hour. The rest is sent later.' using errcode = 'PT429';
  end if;

  for action in select value from jsonb_array_elements(batch -> 'actions') loop
    -- Locks last until the call ends, and other members wait for them. So a slow call ends early: the device sends the actions without a result again.
    exit when jsonb_array_length(results) > 0 and clock_timestamp() > started + interval '1 second';
    result := private.apply_action(action);
    -- The results so far are kept, and their locks end. PostgREST would answer the error itself with 500.
    exit when result is null;
    results := results || result;
  end loop;
  return jsonb_build_object('marker', 'apply_crud', 'results', results);
end
$$;

grant execute on function private.is_transient_error(text), private.claim_action(uuid), private.record_rejection(uuid, jsonb, text, text, uuid),
  private.forget_rejection(uuid), private.blocking_rejection(uuid, uuid[]), private.plain_reason(text, text, text, text),
  private.crud_value(text, text), private.json_list(text), private.apply_op(jsonb), private.rows_named_by(jsonb), private.assert_bounded(jsonb), private.count_refused(jsonb), private.apply_action(jsonb),
  private.use_my_actions(integer), public.apply_crud(jsonb) to authenticated;

-- The columns as in the table's definition above: on PUT, on PATCH, and whether the value names another row.

insert into private.crud_tables (table_name, owner_column) values
  ('profiles', 'id'), ('friends', 'user_id'), ('blocks', 'user_id'), ('mutes', 'user_id'), ('posts', 'user_id'), ('post_images', 'user_id'),
  ('polls', 'created_by'), ('poll_votes', 'user_id'), ('comments', 'user_id'), ('comment_likes', 'user_id'), ('saved_posts', 'user_id'),
  ('post_votes', 'user_id'), ('notifications', 'user_id'), ('notification_settings', 'id'), ('private_messages', 'sender_id'), ('reports', 'reporter_id'),
  ('post_removals', 'moderator_id'), ('user_consents', 'user_id'), ('csae_reports', 'reporter_id'), ('ads', 'created_by'), ('ad_clients', 'created_by'),
  ('write_rejections', 'user_id');

-- A new writable table needs its operations here and in OPERATIONS (src/contract/action-limits.ts).
insert into private.crud_operations (table_name, operation, most, rate) values
  ('profiles', 'PATCH', 2, 'profile_edit'),
  ('friends', 'PUT', 1, 'friend_request'), ('friends', 'PATCH', 1, null), ('friends', 'DELETE', 1, null),
  ('blocks', 'PUT', 1, 'blocks'), ('blocks', 'DELETE', 1, null), ('mutes', 'PUT', 1, 'mutes'), ('mutes', 'DELETE', 1, null),
  ('posts', 'PUT', 1, 'post'), ('posts', 'PATCH', 2, 'post_edit'), ('posts', 'DELETE', 1, null),
  -- an edit changes, moves, adds and removes up to five pictures; a move may take two steps
  ('post_images', 'PUT', 5, 'image'), ('post_images', 'PATCH', 15, 'image'), ('post_images', 'DELETE', 5, 'image'),
  ('polls', 'PUT', 1, 'poll'), ('polls', 'PATCH', 1, 'poll_edit'), ('poll_votes', 'PUT', 1, 'vote'),
  ('comments', 'PUT', 1, 'comment'), ('comments', 'PATCH', 1, 'comment_edit'), ('comments', 'DELETE', 1, null),
  ('comment_likes', 'PUT', 1, 'like'), ('comment_likes', 'DELETE', 1, 'like_change'),
  ('saved_posts', 'PUT', 1, 'save'), ('saved_posts', 'DELETE', 1, 'save_change'),
  ('post_votes', 'PUT', 1, 'vote'), ('post_votes', 'PATCH', 1, 'vote_change'), ('post_votes', 'DELETE', 1, 'vote_change'),
  ('notifications', 'PATCH', 100, null), ('notifications', 'DELETE', 100, null),
  ('notification_settings', 'PUT', 1, null), ('notification_settings', 'PATCH', 1, null),
  ('private_messages', 'PUT', 1, 'message'), ('private_messages', 'PATCH', 100, null),
  ('reports', 'PUT', 1, 'report'), ('reports', 'PATCH', 100, null), ('post_removals', 'PUT', 1, null),
  ('user_consents', 'PUT', 1, 'consent'), ('csae_reports', 'PUT', 1, 'csae_report'),
  ('ads', 'PUT', 1, null), ('ads', 'PATCH', 1, null), ('ads', 'DELETE', 1, null),
  ('ad_clients', 'PUT', 1, null), ('ad_clients', 'PATCH', 1, null), ('ad_clients', 'DELETE', 1, null),
  ('write_rejections', 'DELETE', 1, null);

insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('profiles', 'username', 'text', null, 'write', false), ('profiles', 'first_name', 'text', null, 'write', false),
  ('profiles', 'last_name', 'text', null, 'write', false), ('profiles', 'city', 'text', null, 'write', false),
  ('profiles', 'state', 'text', null, 'write', false), ('profiles', 'about', 'text', null, 'write', false),
  ('profiles', 'dob', 'date', null, 'write', false), ('profiles', 'profile_image_url', 'text', null, 'write', false),
  ('profiles', 'banner_url', 'text', null, 'write', false), ('profiles', 'privacy_settings', 'jsonb', null, 'write', false),
  ('friends', 'user_id', 'uuid', 'write', null, false), ('friends', 'friend_id', 'uuid', 'write', null, false),
  ('friends', 'status', 'text', 'write', 'write', false), ('friends', 'created_at', 'timestamptz', 'ignore', null, false),
  ('blocks', 'user_id', 'uuid', 'write', null, false), ('blocks', 'blocked_id', 'uuid', 'write', null, false),
  ('blocks', 'created_at', 'timestamptz', 'ignore', null, false),
  ('mutes', 'user_id', 'uuid', 'write', null, false), ('mutes', 'muted_id', 'uuid', 'write', null, false),
  ('mutes', 'created_at', 'timestamptz', 'ignore', null, false),
  ('posts', 'user_id', 'uuid', 'write', null, false), ('posts', 'title', 'text', 'write', 'write', false),
  ('posts', 'description', 'text', 'write', 'write', false), ('posts', 'image_url', 'text', 'write', 'write', false),
  ('posts', 'video_url', 'text', 'write', 'write', false), ('posts', 'gif_url', 'text', 'write', 'write', false),
  ('posts', 'visibility', 'text', 'write', null, false), ('posts', 'poll_id', 'uuid', 'write', null, true),
  ('posts', 'sticky', 'boolean', 'write', 'write', false), ('posts', 'flagged', 'boolean', 'write', 'write', false),
  ('posts', 'comments_locked', 'boolean', 'write', 'write', false), ('posts', 'status', 'text', 'write', null, false),
  ('posts', 'feed_page', 'integer', 'ignore', null, false), ('posts', 'images', 'text', 'ignore', null, false),
  ('posts', 'created_at', 'timestamptz', 'ignore', null, false),
  ('posts', 'shared_with', 'uuid[]', 'write', null, false),
  ('post_images', 'post_id', 'uuid', 'write', null, true), ('post_images', 'user_id', 'uuid', 'write', null, false),
  ('post_images', 'url', 'text', 'write', null, false), ('post_images', 'position', 'smallint', 'write', 'write', false),
  ('post_images', 'width', 'integer', 'write', null, false), ('post_images', 'height', 'integer', 'write', null, false),
  ('post_images', 'alt', 'text', 'write', 'write', false), ('post_images', 'preview', 'text', 'write', null, false),
  ('post_images', 'created_at', 'timestamptz', 'ignore', null, false),
  ('polls', 'question', 'text', 'write', 'write', false), ('polls', 'options', 'jsonb', 'write', 'write', false),
  ('polls', 'created_by', 'uuid', 'write', null, false), ('polls', 'visibility', 'text', 'write', null, false),
  ('polls', 'post_id', 'uuid', 'ignore', null, false), ('polls', 'created_at', 'timestamptz', 'ignore', null, false),
  ('poll_votes', 'poll_id', 'uuid', 'write', null, true), ('poll_votes', 'user_id', 'uuid', 'write', null, false),
  ('poll_votes', 'option_index', 'smallint', 'write', null, false), ('poll_votes', 'post_id', 'uuid', 'ignore', null, true),
  ('poll_votes', 'created_at', 'timestamptz', 'ignore', null, false),
  ('comments', 'post_id', 'uuid', 'write', null, true), ('comments', 'user_id', 'uuid', 'write', null, false),
  ('comments', 'parent_id', 'uuid', 'write', null, true), ('comments', 'text', 'text', 'write', 'write', false),
  ('comments', 'image_url', 'text', 'write', null, false), ('comments', 'image_width', 'integer', 'write', null, false),
  ('comments', 'image_height', 'integer', 'write', null, false), ('comments', 'image_alt', 'text', 'write', null, false),
  ('comments', 'image_preview', 'text', 'write', null, false), ('comments', 'created_at', 'timestamptz', 'ignore', null, false),
  ('comments', 'updated_at', 'timestamptz', 'ignore', 'ignore', false),
  ('comment_likes', 'comment_id', 'uuid', 'write', null, true), ('comment_likes', 'user_id', 'uuid', 'write', null, false),
  ('comment_likes', 'post_id', 'uuid', 'ignore', null, true), ('comment_likes', 'created_at', 'timestamptz', 'ignore', null, false),
  ('saved_posts', 'post_id', 'uuid', 'write', null, true), ('saved_posts', 'user_id', 'uuid', 'write', null, false),
  ('saved_posts', 'created_at', 'timestamptz', 'ignore', null, false),
  ('post_votes', 'post_id', 'uuid', 'write', null, true), ('post_votes', 'user_id', 'uuid', 'write', null, false),
  ('post_votes', 'value', 'smallint', 'write', 'write', false), ('post_votes', 'created_at', 'timestamptz', 'ignore', null, false),
  ('notifications', 'is_read', 'boolean', null, 'write', false),
  ('notification_settings', 'friend_request', 'boolean', 'write', 'write', false), ('notification_settings', 'friend_accept', 'boolean', 'write', 'write', false),
  ('notification_settings', 'comment', 'boolean', 'write', 'write', false), ('notification_settings', 'mention', 'boolean', 'write', 'write', false),
  ('notification_settings', 'message', 'boolean', 'write', 'write', false), ('notification_settings', 'moderation', 'boolean', 'write', 'write', false),
  ('notification_settings', 'promotion', 'boolean', 'write', 'write', false), ('notification_settings', 'quiet_from', 'smallint', 'write', 'write', false),
  ('notification_settings', 'quiet_to', 'smallint', 'write', 'write', false), ('notification_settings', 'time_zone', 'text', 'write', 'write', false),
  ('private_messages', 'sender_id', 'uuid', 'write', null, false), ('private_messages', 'recipient_id', 'uuid', 'write', null, false),
  ('private_messages', 'content', 'text', 'write', null, false), ('private_messages', 'read', 'boolean', 'ignore', 'write', false),
  ('private_messages', 'created_at', 'timestamptz', 'ignore', null, false),
  ('reports', 'reporter_id', 'uuid', 'write', null, false), ('reports', 'target_type', 'text', 'write', null, false),
  ('reports', 'target_user_id', 'uuid', 'write', null, false), ('reports', 'post_id', 'uuid', 'write', null, false),
  ('reports', 'reason', 'text', 'write', null, false), ('reports', 'details', 'text', 'write', null, false),
  ('reports', 'is_open', 'boolean', 'ignore', 'write', false), ('reports', 'note', 'text', null, 'write', false), ('reports', 'created_at', 'timestamptz', 'ignore', null, false),
  ('post_removals', 'post_id', 'uuid', 'write', null, true), ('post_removals', 'moderator_id', 'uuid', 'write', null, false),
  ('post_removals', 'reason', 'text', 'write', null, false), ('post_removals', 'created_at', 'timestamptz', 'ignore', null, false),
  ('user_consents', 'user_id', 'uuid', 'write', null, false), ('user_consents', 'is_adult', 'boolean', 'write', null, false),
  ('user_consents', 'terms_version', 'text', 'write', null, false), ('user_consents', 'created_at', 'timestamptz', 'ignore', null, false),
  ('csae_reports', 'post_url', 'text', 'write', null, false), ('csae_reports', 'victim_username', 'text', 'write', null, false),
  ('csae_reports', 'description', 'text', 'write', null, false), ('csae_reports', 'reporter_email', 'text', 'write', null, false),
  ('csae_reports', 'storage_paths', 'text[]', 'write', null, false), ('csae_reports', 'created_at', 'timestamptz', 'ignore', null, false),
  ('ads', 'title', 'text', 'write', 'write', false), ('ads', 'type', 'text', 'write', 'write', false),
  ('ads', 'destination_url', 'text', 'write', 'write', false), ('ads', 'image_url', 'text', 'write', 'write', false),
  ('ads', 'mobile_image_url', 'text', 'write', 'write', false), ('ads', 'start_date', 'date', 'write', 'write', false),
  ('ads', 'end_date', 'date', 'write', 'write', false), ('ads', 'active', 'boolean', 'write', 'write', false),
  ('ads', 'client_id', 'uuid', 'write', 'write', true), ('ads', 'created_by', 'uuid', 'write', null, false),
  ('ads', 'created_at', 'timestamptz', 'ignore', null, false), ('ads', 'is_live', 'boolean', 'ignore', 'ignore', false),
  ('ad_clients', 'name', 'text', 'write', 'write', false), ('ad_clients', 'created_by', 'uuid', 'write', null, false),
  ('ad_clients', 'created_at', 'timestamptz', 'ignore', null, false);

-- The tables that the sync service may read. A table is added here before a stream uses it.
create publication powersync for table
  public.account_deletions, public.ad_clients, public.ads, public.app_counts, public.author_pages, public.blocks, public.comment_likes, public.comment_stats,
  public.comments, public.directory_pages, public.feed_people, public.feed_windows, public.friends, public.known_people, public.leaderboards,
  public.listed_posts, public.listed_stats, public.member_flags, public.mutes, public.notification_settings, public.notifications, public.poll_stats, public.poll_votes,
  public.polls, public.post_flags, public.post_images, public.post_people, public.post_readers, public.post_recipients, public.post_stats, public.post_votes, public.posts,
  public.private_messages, public.profile_stats, public.profiles, public.profiles_public, public.reports, public.saved_posts, public.tag_counts, public.threads_index,
  public.user_consents, public.write_rejections;
