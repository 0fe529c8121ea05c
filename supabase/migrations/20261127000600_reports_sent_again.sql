-- A report whose answer was lost is sent again. With attachments it was refused as one with those of another report, so that the reporter was told that it
-- had failed: now its id is found first, which devices take for success.

-- True when every path is a well-formed name of a stored file, all in one folder, and none belongs to another report.
create function private.are_report_files(report_id uuid, paths text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_and(private.ids_in_path(path, 1) is not null
      and split_part(path, '/', 1) = split_part(paths[1], '/', 1)
      and exists (select 1 from storage.objects o where o.bucket_id = 'csae-report-files' and o.name = path)), true)
    and not exists (select 1 from public.csae_reports r where r.storage_paths && paths and r.id <> report_id)
  from unnest(paths) path
$$;
grant execute on function private.are_report_files(uuid, text[]) to anon, authenticated;

create or replace function private.csae_reports_before_insert() returns trigger
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
    if not private.are_report_files(new.id, new.storage_paths) then
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
drop function private.are_report_files(text[]);
