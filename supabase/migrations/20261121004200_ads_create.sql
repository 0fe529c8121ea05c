-- Advertisements. Only the ceo sees all of them and changes any; everybody sees those that run today.
create table public.ad_clients (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint ad_clients_name_length check (private.has_text(name) and char_length(name) <= 120)
);
create unique index ad_clients_name_key on public.ad_clients (lower(name));
create index ad_clients_created_by on public.ad_clients (created_by);
comment on constraint ad_clients_name_length on public.ad_clients is 'A client needs a name of at most 120 characters.';

create table public.ads (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  type text not null,
  destination_url text,
  image_url text not null,
  mobile_image_url text,
  -- days in UTC; the last one counts
  start_date date not null default current_date,
  end_date date,
  active boolean not null default true,
  client_id uuid not null references public.ad_clients (id) on delete restrict,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- active and within its days. Streams have no clock, so this is kept by trigger and by refresh_ads().
  is_live boolean not null default false,
  constraint ads_title_length check (private.has_text(title) and char_length(title) <= 120),
  constraint ads_type_known check (type in ('square', 'banner', 'skyscraper', 'mobile')),
  constraint ads_destination_safe check (private.is_media_url(destination_url)),
  constraint ads_image_safe check (private.is_media_url(image_url) and private.is_media_url(mobile_image_url) is not false),
  constraint ads_dates_in_order check (end_date >= start_date)
);
comment on constraint ads_title_length on public.ads is 'An ad needs a title of at most 120 characters.';
comment on constraint ads_type_known on public.ads is 'An ad is a square, banner, skyscraper or mobile ad.';
comment on constraint ads_destination_safe on public.ads is 'The address an ad leads to must begin with https://.';
comment on constraint ads_image_safe on public.ads is 'That image address cannot be used.';
comment on constraint ads_dates_in_order on public.ads is 'An ad cannot end before it starts.';
create index ads_client_id on public.ads (client_id);
create index ads_created_by on public.ads (created_by);
create index ads_live on public.ads (type) where is_live;

create function private.is_ceo() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.my_role()) = 'ceo', false)
$$;
create function private.runs_today(active boolean, start_date date, end_date date) returns boolean
language sql stable set search_path = '' as $$
  select active and (now() at time zone 'utc')::date between start_date and coalesce(end_date, 'infinity'::date)
$$;
revoke all on function private.is_ceo(), private.runs_today(boolean, date, date) from public;
grant execute on function private.is_ceo(), private.runs_today(boolean, date, date) to anon, authenticated, service_role;

alter table public.ads enable row level security;
alter table public.ad_clients enable row level security;
revoke all on public.ads, public.ad_clients from anon, authenticated;
grant all on public.ads, public.ad_clients to service_role;
grant select on public.ads to anon, authenticated;
grant insert (id, title, type, destination_url, image_url, mobile_image_url, start_date, end_date, active, client_id, created_by, created_at)
  on public.ads to authenticated;
grant update (title, type, destination_url, image_url, mobile_image_url, start_date, end_date, active, client_id) on public.ads to authenticated;
grant delete on public.ads to authenticated;
grant select, delete on public.ad_clients to authenticated;
grant insert (id, name, created_by, created_at) on public.ad_clients to authenticated;
grant update (name) on public.ad_clients to authenticated;

create policy ads_are_seen_while_they_run on public.ads for select to anon, authenticated
  using (private.runs_today(active, start_date, end_date) or (select private.is_ceo()));
create policy ads_are_made_by_ceo on public.ads for insert to authenticated
  with check ((select private.is_ceo()) and created_by = (select auth.uid()));
create policy ads_are_changed_by_ceo on public.ads for update to authenticated using ((select private.is_ceo())) with check ((select private.is_ceo()));
create policy ads_are_deleted_by_ceo on public.ads for delete to authenticated using ((select private.is_ceo()));
create policy ad_clients_are_seen_by_ceo on public.ad_clients for select to authenticated using ((select private.is_ceo()));
create policy ad_clients_are_made_by_ceo on public.ad_clients for insert to authenticated
  with check ((select private.is_ceo()) and created_by = (select auth.uid()));
create policy ad_clients_are_changed_by_ceo on public.ad_clients for update to authenticated using ((select private.is_ceo())) with check ((select private.is_ceo()));
create policy ad_clients_are_deleted_by_ceo on public.ad_clients for delete to authenticated using ((select private.is_ceo()));

create function private.ads_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() and tg_op = 'INSERT' then
    new.created_at := now();
  end if;
  if tg_table_name = 'ads' then
    new.is_live := private.runs_today(new.active, new.start_date, new.end_date);
  end if;
  return new;
end
$$;
create trigger ads_check_row before insert or update on public.ads for each row execute function private.ads_check_row();
create trigger ad_clients_check_row before insert on public.ad_clients for each row execute function private.ads_check_row();

-- Midnight changes what runs. Cheap: touches only rows that are wrong. Called by the jobs, and by every counted view.
create function public.refresh_ads() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed integer;
begin
  update public.ads set is_live = not is_live where is_live <> private.runs_today(active, start_date, end_date);
  get diagnostics changed = row_count;
  return changed;
end
$$;
revoke all on function private.ads_check_row(), public.refresh_ads() from public, anon, authenticated;
grant execute on function public.refresh_ads() to service_role;

insert into private.crud_tables (table_name, owner_column, operations) values
  ('ads', 'created_by', '{PUT,PATCH,DELETE}'), ('ad_clients', 'created_by', '{PUT,PATCH,DELETE}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('ads', 'title', 'text', 'write', 'write', false), ('ads', 'type', 'text', 'write', 'write', false),
  ('ads', 'destination_url', 'text', 'write', 'write', false), ('ads', 'image_url', 'text', 'write', 'write', false),
  ('ads', 'mobile_image_url', 'text', 'write', 'write', false), ('ads', 'start_date', 'date', 'write', 'write', false),
  ('ads', 'end_date', 'date', 'write', 'write', false), ('ads', 'active', 'boolean', 'write', 'write', false),
  ('ads', 'client_id', 'uuid', 'write', 'write', true), ('ads', 'created_by', 'uuid', 'write', null, false),
  ('ads', 'created_at', 'timestamptz', 'ignore', null, false), ('ads', 'is_live', 'boolean', 'ignore', 'ignore', false),
  ('ad_clients', 'name', 'text', 'write', 'write', false), ('ad_clients', 'created_by', 'uuid', 'write', null, false),
  ('ad_clients', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.ads, public.ad_clients;
