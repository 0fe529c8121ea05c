interface Plant {
  readonly sql: string;
  /** Exactly what the lint says beyond what it said before. */
  readonly found: readonly string[];
}

const TABLE = 'create table public.planted (id uuid primary key);';
const SECURED = `${TABLE} alter table public.planted enable row level security;`;

/** For each lint a fault that it must find, and beside it, where there is one, the right form that it must not. */
export const PLANTED: Readonly<Record<string, Plant>> = {
  '0001_unindexed_foreign_key': {
    sql: `create table public.planted (id uuid primary key, one uuid references public.profiles (id), other uuid references public.profiles (id));
      create index on public.planted (one); create index on public.planted (other) where other is not null;`,
    found: ['planted.planted_other_fkey'],
  },
  '0002_users_exposed': {
    sql: `create view public.planted with (security_invoker = true) as select id, email from auth.users;
      grant select on public.planted to authenticated;
      create view public.unseen as select id from auth.users; revoke all on public.unseen from anon, authenticated;`,
    found: ['planted'],
  },
  '0003_caller_asked_per_row': {
    sql: `${SECURED} create policy slow on public.planted for select using (id = auth.uid());
      create policy quick on public.planted for select using (id = (select auth.uid()) or id in (select private.my_friend_ids()));
      create policy claims on public.planted for select using (current_setting('request.jwt.claims', true) is not null);`,
    found: ['public.planted.claims', 'public.planted.slow'],
  },
  '0004_no_primary_key': { sql: 'create table public.planted (id uuid);', found: ['planted'] },
  '0007_policy_without_row_security': {
    sql: `${TABLE} create policy idle on public.planted for select using (true);`,
    found: ['planted'],
  },
  '0008_row_security_without_policy': { sql: SECURED, found: ['planted'] },
  '0009_duplicate_index': {
    sql: `create table public.planted (id uuid primary key, name text unique, age integer);
      create index planted_name on public.planted (name);
      create index planted_age on public.planted (age); create index planted_age_again on public.planted (age);
      create index planted_age_down on public.planted (age desc); create index planted_age_some on public.planted (age) where age > 1;`,
    found: ['planted_age = planted_age_again', 'planted_name = planted_name_key'],
  },
  '0010_view_with_its_owners_rights': {
    sql: `create view public.planted as select id from public.posts;
      create view public.planted_off with (security_invoker = off) as select id from public.posts;
      create view public.planted_on with (security_invoker = on) as select id from public.posts;`,
    found: ['planted', 'planted_off'],
  },
  '0011_mutable_search_path': {
    sql: `create function private.planted() returns integer language sql as 'select 1';
      create function private.fixed() returns integer language sql set search_path = '' as 'select 1';
      create function private.bound() returns integer language sql return 1;`,
    found: ['private.planted()'],
  },
  '0013_row_security_off': { sql: TABLE, found: ['planted'] },
  '0015_trusts_user_metadata': {
    sql: `${SECURED}
      create policy vain on public.planted for select using ((current_setting('request.jwt.claims', true)::jsonb -> 'user_metadata' ->> 'role') = 'admin');
      create function private.planted() returns boolean language sql set search_path = '' as
        $$ select exists (select 1 from auth.users where raw_user_meta_data ->> 'role' = 'admin') $$;`,
    found: ['function private.planted()', 'policy public.planted.vain'],
  },
  '0016_materialized_view_in_api': {
    sql: 'create materialized view public.planted as select id from public.posts; grant select on public.planted to anon;',
    found: ['planted'],
  },
  '0017_foreign_table_in_api': {
    sql: `create foreign data wrapper elsewhere; create server elsewhere foreign data wrapper elsewhere;
      create foreign table public.planted (id uuid) server elsewhere; grant select on public.planted to anon;`,
    found: ['planted'],
  },
  '0021_foreign_key_to_auth_unique': {
    sql: `alter table auth.users add constraint planted_once unique (email);
      create table public.planted (id uuid primary key references auth.users (id), email text unique references auth.users (email));`,
    found: ['planted.planted_email_fkey'],
  },
  '0023_sensitive_column_exposed': {
    sql: `create table public.planted (id uuid primary key, phone_number text, home_address text, note text);
      revoke all on public.planted from anon, authenticated; grant select (id, phone_number, note) on public.planted to authenticated;`,
    found: ['authenticated: planted.phone_number'],
  },
  '0024_write_policy_always_true': {
    sql: `${SECURED} create policy open_insert on public.planted for insert with check (true);
      create policy open_update on public.planted for update using (true) with check (id = (select auth.uid()));
      create policy open_delete on public.planted for delete to authenticated using (true);
      create policy of_service on public.planted for delete to service_role using (true);
      create policy open_select on public.planted for select using (true);`,
    found: ['public.planted.open_delete', 'public.planted.open_insert', 'public.planted.open_update'],
  },
  '0025_public_bucket_listed': {
    sql: `insert into storage.buckets (id, name, public) values ('planted', 'planted', true), ('unlisted', 'unlisted', true);
      create policy planted_listed on storage.objects for select using (bucket_id = 'planted');`,
    found: ['planted'],
  },
  '0028_definer_function_for_anon': {
    sql: `create function public.planted() returns integer language sql security definer set search_path = '' as 'select 1';
      create function public.invoker() returns integer language sql set search_path = '' as 'select 1';
      grant execute on function public.planted() to anon;`,
    found: ['planted()'],
  },
  '0029_definer_function_for_authenticated': {
    sql: `create function public.planted() returns integer language sql security definer set search_path = '' as 'select 1';
      create function public.closed() returns integer language sql security definer set search_path = '' as 'select 1';
      revoke execute on function public.planted(), public.closed() from public, anon, authenticated;
      grant execute on function public.planted() to authenticated;`,
    found: ['planted()'],
  },
  '1001_policy_may_hash_a_table': {
    sql: `${SECURED} create policy hashed on public.planted for select using (exists (select 1 from public.posts p where p.id = planted.id));
      create policy probed on public.planted for select using (exists (select 1 from public.posts p where p.id = planted.id offset 0));`,
    found: ['public.planted.hashed'],
  },
  '1002_two_triggers_at_one_time': {
    sql: `${SECURED} create function private.planted() returns trigger language plpgsql set search_path = '' as 'begin return null; end';
      create trigger one after insert or update on public.planted for each row execute function private.planted();
      create trigger two after update of id on public.planted for each row execute function private.planted();
      create trigger other before update on public.planted for each row execute function private.planted();
      create trigger whole after update on public.planted for each statement execute function private.planted();`,
    found: ['planted: one, two'],
  },
};
