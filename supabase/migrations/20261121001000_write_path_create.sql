-- Every action that a member's devices sent and that took effect. A second delivery finds its id here and changes nothing.
create table public.applied_operations (
  user_id uuid not null references public.profiles (id) on delete cascade,
  action_id uuid not null,
  -- 'applied', or 'discarded' when the member gave up a refused action: a late copy of it must not come back to life
  outcome text not null default 'applied' check (outcome in ('applied', 'discarded')),
  created_at timestamptz not null default now(),
  primary key (user_id, action_id)
);

-- Rejected actions, with the reason, for their author's outbox.
create table public.write_rejections (
  -- the id of the action: devices delete the row by it
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  ops jsonb not null,
  code text not null,
  message text not null,
  -- the rejected action that this one depends on
  blocked_by uuid,
  -- ids of the rows it wanted to make: later actions on them are blocked by this one
  entity_ids uuid[] not null default '{}',
  created_at timestamptz not null default now()
);
create index write_rejections_user_id on public.write_rejections (user_id, created_at desc);

alter table public.applied_operations enable row level security;
alter table public.write_rejections enable row level security;
revoke all on public.applied_operations, public.write_rejections from anon, authenticated;
grant all on public.applied_operations, public.write_rejections to service_role;
grant select, delete on public.write_rejections to authenticated;

create policy write_rejections_are_seen_by_author on public.write_rejections for select to authenticated
  using (user_id = (select auth.uid()));
create policy write_rejections_are_discarded_by_author on public.write_rejections for delete to authenticated
  using (user_id = (select auth.uid()));

create function private.write_rejections_discard() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.profiles where id = old.user_id) then
    insert into public.applied_operations (user_id, action_id, outcome) values (old.user_id, old.id, 'discarded') on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger write_rejections_discard after delete on public.write_rejections
  for each row execute function private.write_rejections_discard();

-- What devices may send: one row per table and per column. A new writable table is new rows here, never new code.
create table private.crud_tables (
  table_name text primary key,
  -- the column that names the row's owner: on a repeated id it decides between "already there" and "somebody else's"
  owner_column text not null,
  operations text[] not null
);
create table private.crud_columns (
  table_name text not null references private.crud_tables (table_name) on delete cascade,
  column_name text not null,
  cast_to text not null,
  -- per operation: 'write' it, 'ignore' it (the server decides; a device sends its own guess), or refuse it (null)
  on_put text check (on_put in ('write', 'ignore')),
  on_patch text check (on_patch in ('write', 'ignore')),
  -- its value names another row: when that row was refused, this action is blocked by it
  names_row boolean not null default false,
  primary key (table_name, column_name)
);
alter table private.crud_tables enable row level security;
alter table private.crud_columns enable row level security;
revoke all on private.crud_tables, private.crud_columns from public, anon, authenticated;
grant select on private.crud_tables, private.crud_columns to authenticated;
create policy crud_tables_are_read on private.crud_tables for select to authenticated using (true);
create policy crud_columns_are_read on private.crud_columns for select to authenticated using (true);

insert into private.crud_tables (table_name, owner_column, operations) values
  ('posts', 'user_id', '{PUT,PATCH,DELETE}'),
  ('write_rejections', 'user_id', '{DELETE}');

insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('posts', 'user_id', 'uuid', 'write', null, false),
  ('posts', 'title', 'text', 'write', 'write', false),
  ('posts', 'description', 'text', 'write', 'write', false),
  ('posts', 'image_url', 'text', 'write', 'write', false),
  ('posts', 'video_url', 'text', 'write', null, false),
  ('posts', 'gif_url', 'text', 'write', 'write', false),
  ('posts', 'visibility', 'text', 'write', null, false),
  ('posts', 'poll_id', 'uuid', 'write', null, true),
  ('posts', 'sticky', 'boolean', 'write', 'write', false),
  ('posts', 'flagged', 'boolean', 'write', 'write', false),
  ('posts', 'comments_locked', 'boolean', 'write', 'write', false),
  ('posts', 'status', 'text', 'ignore', null, false),
  ('posts', 'feed_page', 'integer', 'ignore', null, false),
  ('posts', 'created_at', 'timestamptz', 'ignore', null, false);
