-- Reports of child abuse. They go in and are never altered or deleted, by nobody: the back office reads them. Files lie in csae-report-files.
create table public.csae_reports (
  id uuid primary key default gen_random_uuid(),
  post_url text not null,
  victim_username text,
  description text not null,
  reporter_email text,
  -- names in the bucket csae-report-files, all in one folder
  storage_paths text[] not null default '{}',
  reporter_id uuid references public.profiles (id) on delete set null,
  ip_address inet,
  user_agent text,
  created_at timestamptz not null default now(),
  constraint csae_reports_url_form check (post_url ~* '^https?://[^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff/?#@]+([/?#][^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)?$' and char_length(post_url) <= 2048),
  constraint csae_reports_description_length check (private.has_text(description) and char_length(description) <= 10000),
  constraint csae_reports_victim_length check (char_length(victim_username) <= 60),
  constraint csae_reports_email_form check (char_length(reporter_email) <= 254 and reporter_email ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$'),
  constraint csae_reports_files_bounded check (cardinality(storage_paths) <= 10)
);
comment on constraint csae_reports_url_form on public.csae_reports is 'Please enter the address (URL) of the post.';
comment on constraint csae_reports_description_length on public.csae_reports is 'Please describe what you saw, in at most 10,000 characters.';
comment on constraint csae_reports_victim_length on public.csae_reports is 'A username has at most 60 characters.';
comment on constraint csae_reports_email_form on public.csae_reports is 'Please enter a valid email address.';
comment on constraint csae_reports_files_bounded on public.csae_reports is 'A report may have at most 10 attachments.';
create index csae_reports_reporter_id on public.csae_reports (reporter_id);
create index csae_reports_newest on public.csae_reports (created_at desc);

alter table public.csae_reports enable row level security;
revoke all on public.csae_reports from anon, authenticated, service_role;
grant select, insert on public.csae_reports to service_role;
grant insert (id, post_url, victim_username, description, reporter_email, storage_paths, created_at) on public.csae_reports to anon, authenticated;
grant select on public.csae_reports to authenticated;
create policy csae_reports_are_filed_by_anyone on public.csae_reports for insert to anon, authenticated
  with check (reporter_id is not distinct from (select p.id from public.profiles p where p.id = (select auth.uid())));
create policy csae_reports_are_read_by_staff on public.csae_reports for select to authenticated using ((select private.is_staff()));

insert into private.rate_limits (action, max_count, per) values ('csae_report', 20, interval '1 hour');

-- Every path a well-formed name of a file that is there, all of one folder, and none that another report names already.
create function private.are_report_files(paths text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_and(private.file_owners(path, 1) is not null
      and split_part(path, '/', 1) = split_part(paths[1], '/', 1)
      and exists (select 1 from storage.objects o where o.bucket_id = 'csae-report-files' and o.name = path)), true)
    and not exists (select 1 from public.csae_reports r where r.storage_paths && paths)
  from unnest(paths) path
$$;
create index csae_reports_storage_paths on public.csae_reports using gin (storage_paths);

create function private.csae_reports_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.post_url := private.trimmed(new.post_url);
  new.victim_username := nullif(private.trimmed(new.victim_username), '');
  new.description := private.trimmed(new.description);
  new.reporter_email := nullif(private.trimmed(new.reporter_email), '');
  if private.is_api_caller() then
    if not private.use_my_rate('csae_report') then
      raise exception 'You have sent very many reports in the last hour. Please try again later.' using errcode = 'PT429';
    end if;
    if not private.are_report_files(new.storage_paths) then
      raise exception 'We could not find the attachments. Please remove them and try again.' using errcode = '23514';
    end if;
    new.reporter_id := (select p.id from public.profiles p where p.id = (select auth.uid()));
    new.ip_address := private.caller_address();
    new.user_agent := private.caller_agent();
    new.created_at := now();
  end if;
  return new;
end
$$;
create trigger csae_reports_check_row before insert on public.csae_reports
  for each row execute function private.csae_reports_check_row();

-- Holds for the service and for cascades as well. Only forgetting a reporter's account (the id, not the report) passes.
create function private.csae_reports_stay() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.reporter_id is null and to_jsonb(new) - 'reporter_id' = to_jsonb(old) - 'reporter_id' then
    return new;
  end if;
  raise exception 'A report cannot be changed or deleted.' using errcode = '42501';
end
$$;
create trigger csae_reports_stay before update or delete on public.csae_reports
  for each row execute function private.csae_reports_stay();
create trigger csae_reports_stay_whole before truncate on public.csae_reports
  for each statement execute function private.csae_reports_stay();

revoke all on function private.are_report_files(text[]), private.csae_reports_check_row(), private.csae_reports_stay() from public;
grant execute on function private.are_report_files(text[]) to anon, authenticated;

-- Members' devices may queue a report; nothing of it comes back.
insert into private.crud_tables (table_name, owner_column, operations) values ('csae_reports', 'reporter_id', '{PUT}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('csae_reports', 'post_url', 'text', 'write', null, false), ('csae_reports', 'victim_username', 'text', 'write', null, false),
  ('csae_reports', 'description', 'text', 'write', null, false), ('csae_reports', 'reporter_email', 'text', 'write', null, false),
  ('csae_reports', 'storage_paths', 'text[]', 'write', null, false), ('csae_reports', 'created_at', 'timestamptz', 'ignore', null, false);
