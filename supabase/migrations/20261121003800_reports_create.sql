-- Reports of posts and members, for staff. Insert-only: what was filed can be neither altered nor taken back, and outlives the account and the
-- post it speaks of (legal hold): it keeps its own copy of what was reported and names by plain ids.
create table public.reports (
  id uuid primary key default gen_random_uuid(),
  -- null when the reporter's account was deleted
  reporter_id uuid default auth.uid() references public.profiles (id) on delete set null,
  target_type text not null,
  -- the member, or the post's author (filled by the server)
  target_user_id uuid,
  post_id uuid,
  reason text not null,
  details text,
  target_username text,
  post_title text,
  post_description text,
  is_open boolean not null default true,
  handled_by uuid references public.profiles (id) on delete set null,
  handled_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint reports_target_named check ((target_type = 'post' and post_id is not null) or (target_type = 'member' and target_user_id is not null and post_id is null)),
  constraint reports_reason_known check (reason in ('spam', 'harassment', 'hate', 'illegal', 'violence', 'nudity', 'self_harm', 'impersonation', 'minor_safety', 'other')),
  constraint reports_details_length check (char_length(details) <= 2000)
);
comment on constraint reports_target_named on public.reports is 'A report names a post or a member.';
comment on constraint reports_reason_known on public.reports is 'Please choose a reason for your report.';
comment on constraint reports_details_length on public.reports is 'A report may have at most 2,000 characters.';
create index reports_reporter_id on public.reports (reporter_id);
create index reports_handled_by on public.reports (handled_by);
create index reports_open on public.reports (created_at desc) where is_open;
create index reports_target_user on public.reports (target_user_id);

alter table public.reports enable row level security;
revoke all on public.reports from anon, authenticated;
grant all on public.reports to service_role;
grant select on public.reports to authenticated;
grant insert (id, reporter_id, target_type, target_user_id, post_id, reason, details, created_at), update (is_open) on public.reports to authenticated;
create policy reports_are_read_by_staff on public.reports for select to authenticated using ((select private.is_staff()));
create policy reports_are_filed_by_reporter on public.reports for insert to authenticated with check (reporter_id = (select auth.uid()));
create policy reports_are_closed_by_staff on public.reports for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));

insert into private.rate_limits (action, max_count, per) values ('report', 20, interval '1 hour');

-- What the caller's rights cannot see: the member's name, an earlier report, the rate.
create function private.describe_report(report public.reports) returns public.reports
language plpgsql security definer set search_path = '' as $$
begin
  select p.username into report.target_username from public.profiles p where p.id = report.target_user_id;
  if not found then
    raise exception 'This member is no longer there.' using errcode = '23503';
  elsif report.target_user_id = report.reporter_id then
    raise exception 'You cannot report yourself.' using errcode = '23514';
  elsif exists (select 1 from public.reports r where r.reporter_id = report.reporter_id and r.is_open
    and r.target_type = report.target_type and coalesce(r.post_id, r.target_user_id) = coalesce(report.post_id, report.target_user_id)) then
    raise exception 'You have reported this already.' using errcode = '23505';
  elsif not private.use_rate(report.reporter_id::text, 'report') then
    raise exception 'You have sent many reports in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  return report;
end
$$;
revoke all on function private.describe_report(public.reports) from public;
grant execute on function private.describe_report(public.reports) to authenticated;

create function private.reports_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  perform private.assert_may_write(false);
  if tg_op = 'UPDATE' then
    if new.is_open is distinct from old.is_open then
      new.handled_by := (select auth.uid());
      new.handled_at := clock_timestamp();
    end if;
    return new;
  end if;
  new.created_at := clock_timestamp();
  if new.reporter_id is distinct from (select auth.uid()) then
    return new; -- the policy refuses it
  end if;
  if new.target_type = 'post' and new.post_id is not null then
    perform private.assert_post_is_there(new.post_id);
    -- The copy is made with the caller's rights: nobody files what they cannot read.
    select p.user_id, p.title, p.description into new.target_user_id, new.post_title, new.post_description from public.posts p where p.id = new.post_id;
  elsif new.target_user_id is null then
    return new; -- the CHECK refuses it
  end if;
  return private.describe_report(new);
end
$$;
create trigger reports_check_row before insert or update on public.reports
  for each row execute function private.reports_check_row();

insert into private.crud_tables (table_name, owner_column, operations) values ('reports', 'reporter_id', '{PUT,PATCH}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('reports', 'reporter_id', 'uuid', 'write', null, false),
  ('reports', 'target_type', 'text', 'write', null, false),
  ('reports', 'target_user_id', 'uuid', 'write', null, false),
  ('reports', 'post_id', 'uuid', 'write', null, false),
  ('reports', 'reason', 'text', 'write', null, false),
  ('reports', 'details', 'text', 'write', null, false),
  ('reports', 'is_open', 'boolean', 'ignore', 'write', false),
  ('reports', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.reports;
