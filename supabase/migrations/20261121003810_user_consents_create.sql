-- That a member confirmed to be 18 or older and agreed to the terms: when (server's clock) and to which version. Never changed, only added to.
create table public.user_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  is_adult boolean not null,
  terms_version text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint user_consents_adult check (is_adult),
  constraint user_consents_version_form check (terms_version ~ '^[A-Za-z0-9._-]{1,40}$'),
  constraint user_consents_once unique (user_id, terms_version)
);
comment on constraint user_consents_adult on public.user_consents is 'You must confirm you are 18 or older.';

alter table public.user_consents enable row level security;
revoke all on public.user_consents from anon, authenticated;
grant all on public.user_consents to service_role;
grant select on public.user_consents to authenticated;
grant insert (id, user_id, is_adult, terms_version, created_at) on public.user_consents to authenticated;
create policy user_consents_are_seen_by_owner on public.user_consents for select to authenticated using (user_id = (select auth.uid()));
create policy user_consents_are_given_by_owner on public.user_consents for insert to authenticated with check (user_id = (select auth.uid()));

create function private.user_consents_stamp() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger user_consents_stamp before insert on public.user_consents for each row execute function private.user_consents_stamp();

insert into private.crud_tables (table_name, owner_column, operations) values ('user_consents', 'user_id', '{PUT}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('user_consents', 'user_id', 'uuid', 'write', null, false),
  ('user_consents', 'is_adult', 'boolean', 'write', null, false),
  ('user_consents', 'terms_version', 'text', 'write', null, false),
  ('user_consents', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.user_consents;
