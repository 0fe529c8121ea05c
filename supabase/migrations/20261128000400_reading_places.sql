-- Where a member reads the public feed, for their other devices. Nobody else reads it.

create table public.reading_places (
  -- the member
  id uuid primary key references public.profiles (id) on delete cascade,
  -- The post at the top of the screen. Without a reference: it may be deleted, and the app says so.
  post_id uuid not null,
  -- when that post was written: posts that are older lie below it
  post_at timestamptz not null,
  read_at timestamptz not null default now()
);
alter table public.reading_places enable row level security;
grant select on public.reading_places to authenticated;
grant insert (id, post_id, post_at), update (post_id, post_at) on public.reading_places to authenticated;
create policy reading_places_are_read_by_owner on public.reading_places for select to authenticated using (id = (select auth.uid()));
create policy reading_places_are_added_by_owner on public.reading_places for insert to authenticated with check (id = (select auth.uid()));
create policy reading_places_are_changed_by_owner on public.reading_places for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create function private.reading_places_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.read_at := now();
  return new;
end
$$;
create trigger reading_places_before_write before insert or update on public.reading_places
  for each row execute function private.reading_places_before_write();

insert into private.crud_tables (table_name, owner_column) values ('reading_places', 'id');
insert into private.crud_operations (table_name, operation, most, rate) values
  ('reading_places', 'PUT', 1, null), ('reading_places', 'PATCH', 1, null);
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('reading_places', 'post_id', 'uuid', 'write', 'write', false), ('reading_places', 'post_at', 'timestamptz', 'write', 'write', false),
  ('reading_places', 'read_at', 'timestamptz', 'ignore', 'ignore', false);
insert into private.export_sections (section, table_name, owner_column) values ('reading_place', 'reading_places', 'id');

alter publication powersync add table public.reading_places;
