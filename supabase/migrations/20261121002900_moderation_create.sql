-- Staff say why when they take a post away: they put a row here and delete the post in the same action. Without one the author reads a general reason.
create table public.post_removals (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null,
  moderator_id uuid default auth.uid() references public.profiles (id) on delete set null,
  reason text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint post_removals_reason_filled check (private.has_text(reason)),
  constraint post_removals_reason_length check (char_length(reason) <= 500)
);
comment on constraint post_removals_reason_filled on public.post_removals is 'Please give a reason.';
comment on constraint post_removals_reason_length on public.post_removals is 'A reason may have at most 500 characters.';
create index post_removals_post_id on public.post_removals (post_id, created_at desc);
create index post_removals_moderator_id on public.post_removals (moderator_id);

-- Flagged posts per member: three or more mark the member on the staff's list. Staff only, so it is not in profile_stats.
create table public.member_flags (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  flagged_posts integer not null default 0
);

alter table public.post_removals enable row level security;
alter table public.member_flags enable row level security;
revoke all on public.post_removals, public.member_flags from anon, authenticated;
grant all on public.post_removals, public.member_flags to service_role;
grant select on public.post_removals, public.member_flags to authenticated;
grant insert (id, post_id, moderator_id, reason, created_at) on public.post_removals to authenticated;
create policy post_removals_for_staff on public.post_removals for select to authenticated using ((select private.is_staff()));
create policy post_removals_are_made_by_staff on public.post_removals for insert to authenticated
  with check ((select private.is_staff()) and moderator_id = (select auth.uid()));
create policy member_flags_for_staff on public.member_flags for select to authenticated using ((select private.is_staff()));

create function private.post_removals_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    perform private.assert_may_write(false);
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger post_removals_check_row before insert on public.post_removals
  for each row execute function private.post_removals_check_row();

create function private.posts_count_flags() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  author uuid := (case when tg_op = 'DELETE' then old else new end).user_id;
  step integer := case when tg_op <> 'DELETE' and new.flagged then 1 else 0 end - case when tg_op <> 'INSERT' and old.flagged then 1 else 0 end;
begin
  if step <> 0 and exists (select 1 from public.profiles where id = author) then
    insert into public.member_flags as m (user_id, flagged_posts) values (author, greatest(step, 0))
    on conflict (user_id) do update set flagged_posts = greatest(m.flagged_posts + step, 0);
  end if;
  return null;
end
$$;
revoke all on function private.posts_count_flags() from public;
-- A deleted post stays counted: removing the worst ones must not clear the member.
create trigger posts_count_flags after insert or update of flagged on public.posts
  for each row execute function private.posts_count_flags();

insert into private.crud_tables (table_name, owner_column, operations) values ('post_removals', 'moderator_id', '{PUT}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('post_removals', 'post_id', 'uuid', 'write', null, true),
  ('post_removals', 'moderator_id', 'uuid', 'write', null, false),
  ('post_removals', 'reason', 'text', 'write', null, false),
  ('post_removals', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.member_flags;
