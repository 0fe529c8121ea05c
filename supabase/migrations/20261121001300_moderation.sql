-- Reports by members, and what staff do: remove posts, flag, ban, mute, promote.

-- Reports of posts and members, for staff. A filed report cannot be changed or withdrawn, and outlives the account and the post (legal hold): it
-- has its own copy of what was reported and plain ids instead of foreign keys.
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
  -- filled by the server; null when the reporter's account was deleted
  reporter_username text,
  is_open boolean not null default true,
  handled_by uuid references public.profiles (id) on delete set null,
  handled_at timestamptz,
  -- what staff wrote when they closed or opened it
  note text,
  created_at timestamptz not null default clock_timestamp(),
  constraint reports_target_named check ((target_type = 'post' and post_id is not null) or (target_type = 'member' and target_user_id is not null and post_id is null)),
  constraint reports_reason_known check (reason in ('spam', 'harassment', 'hate', 'illegal', 'violence', 'nudity', 'self_harm', 'impersonation', 'minor_safety', 'other')),
  constraint reports_details_length check (char_length(details) <= 2000),
  constraint reports_note_length check (char_length(note) <= 500)
);
comment on constraint reports_target_named on public.reports is 'A report names a post or a member.';
comment on constraint reports_reason_known on public.reports is 'Please choose a reason for your report.';
comment on constraint reports_details_length on public.reports is 'A report may have at most 2,000 characters.';
comment on constraint reports_note_length on public.reports is 'A note may have at most 500 characters.';
create index reports_reporter_id on public.reports (reporter_id);
create index reports_handled_by on public.reports (handled_by);
create index reports_open on public.reports (created_at desc) where is_open;
create index reports_target_user on public.reports (target_user_id);
create index reports_post_id on public.reports (post_id) where post_id is not null;

-- The reason for removing a post: staff insert a row here and delete the post in the same action. Without one the author reads a general reason.
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

-- Flagged posts per member; three or more put the member on the staff's list. For staff only, so it is not in profile_stats.
create table public.member_flags (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  flagged_posts integer not null default 0
);

-- Which member of staff flagged a post, while it is flagged. For staff only, so it is not a column of posts.
create table public.post_flags (
  id uuid primary key references public.posts (id) on delete cascade,
  flagged_by uuid references public.profiles (id) on delete set null,
  flagged_at timestamptz not null default clock_timestamp()
);
create index post_flags_flagged_by on public.post_flags (flagged_by);

alter table public.reports enable row level security;
alter table public.post_removals enable row level security;
alter table public.member_flags enable row level security;
alter table public.post_flags enable row level security;
grant select on public.reports, public.post_removals, public.member_flags, public.post_flags to authenticated;
grant insert (id, reporter_id, target_type, target_user_id, post_id, reason, details, created_at), update (is_open, note) on public.reports to authenticated;
grant insert (id, post_id, moderator_id, reason, created_at) on public.post_removals to authenticated;
create policy reports_are_read_by_staff on public.reports for select to authenticated using ((select private.is_staff()));
create policy reports_are_filed_by_reporter on public.reports for insert to authenticated with check (reporter_id = (select auth.uid()));
create policy reports_are_closed_by_staff on public.reports for update to authenticated
  using ((select private.is_staff())) with check ((select private.is_staff()));
create policy post_removals_for_staff on public.post_removals for select to authenticated using ((select private.is_staff()));
create policy post_removals_are_made_by_staff on public.post_removals for insert to authenticated
  with check ((select private.is_staff()) and moderator_id = (select auth.uid()));
create policy post_flags_for_staff on public.post_flags for select to authenticated using ((select private.is_staff()));
create policy member_flags_for_staff on public.member_flags for select to authenticated using ((select private.is_staff()));

-- Reports

-- Fills in what the caller's rights cannot read (the member's name, an earlier report) and counts the report.
create function private.complete_report(report public.reports) returns public.reports
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
  end if;
  select p.username into report.reporter_username from public.profiles p where p.id = report.reporter_id;
  perform private.limit_rate(report.reporter_id, 'report', 'You have sent many reports in the last hour. Please try again later.');
  return report;
end
$$;
grant execute on function private.complete_report(public.reports) to authenticated;

create function private.reports_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if new.reporter_id is null then
    new.reporter_username := null;
  end if;
  -- Each note is in the log with its step. Also for the service: a note that is rewritten alone would leave no trace.
  if tg_op = 'UPDATE' and new.is_open = old.is_open and new.note is distinct from old.note then
    raise exception using errcode = '42501', message = case when new.is_open then 'A note is written when a report is closed or opened.'
      else 'This report was closed before, and its note stays as it is.' end;
  end if;
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
    perform private.assert_post_exists(new.post_id);
    -- Copied with the caller's rights: nobody reports what they cannot read.
    select p.user_id, p.title, p.description into new.target_user_id, new.post_title, new.post_description from public.posts p where p.id = new.post_id;
  elsif new.target_user_id is null then
    return new; -- the CHECK refuses it
  end if;
  return private.complete_report(new);
end
$$;
create trigger reports_before_write before insert or update on public.reports
  for each row execute function private.reports_before_write();

-- Posts

create function private.post_removals_before_insert() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    perform private.assert_may_write(false);
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger post_removals_before_insert before insert on public.post_removals
  for each row execute function private.post_removals_before_insert();

-- A deleted post stays counted: deleting the worst posts must not clear the member.
create function private.count_flagged_posts(author uuid, difference integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if difference <> 0 and exists (select 1 from public.profiles where id = author) then
    insert into public.member_flags as m (user_id, flagged_posts) values (author, greatest(difference, 0))
    on conflict (user_id) do update set flagged_posts = greatest(m.flagged_posts + difference, 0);
  end if;
end
$$;

create function private.member_flags_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_watched = new.flagged_posts > 0 where id = new.user_id and is_watched <> (new.flagged_posts > 0);
  return null;
end
$$;
create trigger member_flags_after_write after insert or update on public.member_flags
  for each row execute function private.member_flags_after_write();

-- Posts that staff removed. The row and its files stay for 30 days, so that the step can be undone.
create table private.removed_posts (
  id uuid primary key references public.posts (id) on delete cascade,
  -- the post's before
  status text not null,
  removed_at timestamptz not null default clock_timestamp()
);
create index removed_posts_oldest on private.removed_posts (removed_at);
alter table private.removed_posts enable row level security;

-- A step of posts_before_write, instead of the deletion: staff delete the post of another member. From now on only its author and staff can read the row,
-- which the app shows to nobody. Long texts are cut: the notice identifies the post and does not archive it.
create function private.remove_post(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
  why text := (select r.reason from public.post_removals r where r.post_id = wanted and r.moderator_id = (select auth.uid()) order by r.created_at desc limit 1);
begin
  perform private.assert_staff();
  select * into post from public.posts p where p.id = wanted and p.status not in ('removed', 'deleted') for update;
  if not found then
    return;
  end if;
  insert into private.removed_posts (id, status) values (post.id, post.status);
  update public.posts set status = 'removed' where id = post.id;
  perform private.posts_record_deletion(post);
  update public.post_deletions set reason = coalesce(why, reason) where id = post.id;
  perform private.notify(post.user_id, 'moderation', jsonb_build_object(
    'reason', coalesce(why, 'Your post was removed by a moderator.'),
    'post_title', left(post.title, 200), 'post_description', left(post.description, 2000), 'deleted_at', now()), 'removal:' || post.id);
  perform private.log_step('delete_post', post.id, post.user_id, private.short_title(post), why);
  -- apply_op counts the row as deleted.
  perform set_config('app.removed_post', post.id::text, true);
end
$$;
grant execute on function private.remove_post(uuid) to authenticated;

-- Undoes remove_post. Notifications about the post, which were deleted, do not come back.
create function private.restore_post(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
begin
  perform private.assert_staff();
  select p.* into post from public.posts p join private.removed_posts r on r.id = p.id where p.id = wanted and p.status = 'removed' for update of p;
  if not found then
    raise exception 'This post is gone for good, so its deletion cannot be undone.' using errcode = 'P0002';
  end if;
  update public.posts p set status = r.status from private.removed_posts r where p.id = wanted and r.id = wanted;
  delete from private.removed_posts where id = wanted;
  delete from public.post_deletions where id = wanted;
  perform private.post_files_arrived(wanted);
  -- What the notice says is no longer true. A second removal notifies again.
  perform private.delete_notifications('removal:' || wanted);
  delete from private.notification_causes where cause = 'removal:' || wanted;
  perform private.log_step('restore_post', wanted, post.user_id, private.short_title(post));
end
$$;

-- Comments that staff removed: the row is deleted, so that every device removes it, and what it was is here for 30 days, so that the step can be undone. Its
-- likes and its replies stay where they are.
create table private.removed_comments (
  id uuid primary key,
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  comment jsonb not null,
  removed_at timestamptz not null default clock_timestamp()
);
create index removed_comments_post_id on private.removed_comments (post_id);
create index removed_comments_user_id on private.removed_comments (user_id);
create index removed_comments_oldest on private.removed_comments (removed_at);
alter table private.removed_comments enable row level security;

-- A step of comments_before_write. Only of staff; not for comments that are deleted with their post.
create function private.keep_removed_comment(wanted uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.removed_comments (id, post_id, user_id, comment)
  select c.id, c.post_id, c.user_id, to_jsonb(c) from public.comments c
  where c.id = wanted and private.is_staff() and exists (select 1 from public.posts p where p.id = c.post_id)
  on conflict do nothing
$$;
grant execute on function private.keep_removed_comment(uuid) to authenticated;

-- The image of a comment that did not come back. The comment itself is kept until its time is over, if its post or author is deleted before.
create function private.removed_comments_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.comments c where c.id = old.id) then
    if old.removed_at > now() - private.undo_time() then
      perform private.add_held_row(old.post_id, 'comments', old.comment, true, old.removed_at + private.undo_time());
    end if;
    perform private.files_delete_with_parent(old.post_id || '/' || old.id, '{comment-images}');
    perform private.begin_work('comment', old.id);
  end if;
  return null;
end
$$;
create trigger removed_comments_after_delete after delete on private.removed_comments
  for each row execute function private.removed_comments_after_delete();

-- Undoes the deletion of a comment by staff, with its likes and its place above its replies. Notifications do not come back, and nobody is notified again.
create function private.restore_comment(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept private.removed_comments;
  lost public.comments;
begin
  perform private.assert_staff();
  select * into kept from private.removed_comments r where r.id = wanted for update;
  if not found then
    raise exception 'This comment is gone for good, so its deletion cannot be undone.' using errcode = 'P0002';
  end if;
  lost := jsonb_populate_record(null::public.comments, kept.comment);
  if not exists (select 1 from public.comments c where c.id = lost.parent_id) then
    lost.parent_id := null;
  end if;
  lost.is_recent := true;
  delete from private.comment_deletions where id = wanted;
  insert into public.comments values (lost.*);
  update public.comment_stats s set likes = l.likes from (select count(*) as likes from public.comment_likes where comment_id = wanted) l
  where s.id = wanted and s.likes <> l.likes;
  delete from private.removed_comments where id = wanted;
  perform private.log_step('restore_comment', wanted, lost.user_id, left(lost.text, 120));
end
$$;

-- For the jobs: deletes comments that were removed more than 30 days ago, at most 500, unless a report of their post keeps them. Returns how many.
create function public.purge_removed_comments(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  purged integer;
begin
  delete from private.removed_comments where id in (
    select r.id from private.removed_comments r where r.removed_at < moment - private.undo_time() and not private.is_on_hold(r.post_id, moment)
    order by r.removed_at limit 500);
  get diagnostics purged = row_count;
  return purged;
end
$$;

-- For the jobs: deletes posts that were removed more than 30 days ago, at most 20, with everything that belongs to them, unless a report keeps them. Returns
-- how many.
create function public.purge_removed_posts(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  post uuid;
  purged integer := 0;
begin
  for post in select r.id from private.removed_posts r join public.posts p on p.id = r.id
    where p.status = 'removed' and r.removed_at < moment - private.undo_time() and not private.is_on_hold(p.id, moment)
    order by r.removed_at limit 20 for update skip locked
  loop
    perform private.delete_post(post);
    purged := purged + 1;
  end loop;
  return purged;
end
$$;

-- Members

-- Sets whether a member is banned or muted; null leaves it. The call names the wanted state, so a repeated or stale call does no harm, and each change is logged.
-- Nobody acts on themselves, on the ceo or on an official account; only the ceo acts on an admin. Refused while the ceo has these tools switched off.
create function public.moderate_member(target_id uuid, ban boolean default null, mute boolean default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  my_role text := private.my_role();
  target public.profiles;
begin
  if my_role is null or my_role not in ('admin', 'ceo') then
    raise exception 'Only admin and ceo may ban or mute a member.' using errcode = '42501';
  elsif not (select s.ban_tools from private.staff_switches s) then
    raise exception 'Ban and mute are switched off.' using errcode = '42501';
  end if;
  -- Not one whose account is being deleted: the end of its ban would open what was closed.
  select * into target from public.profiles where id = target_id and not is_closed for update;
  if not found then
    raise exception 'This member is no longer there.' using errcode = 'P0002';
  elsif target.id = (select auth.uid()) or target.role = 'ceo' or target.is_official or (target.role = 'admin' and my_role <> 'ceo') then
    raise exception 'You cannot ban or mute this member.' using errcode = '42501';
  end if;
  if ban <> target.is_banned then
    update public.profiles set is_banned = ban where id = target_id;
    perform private.log_step(case when ban then 'ban' else 'unban' end, target_id, target_id);
  end if;
  if mute <> target.is_muted then
    update public.profiles set is_muted = mute where id = target_id;
    perform private.log_step(case when mute then 'mute' else 'unmute' end, target_id, target_id);
  end if;
  return jsonb_build_object('id', target.id, 'is_banned', coalesce(ban, target.is_banned), 'is_muted', coalesce(mute, target.is_muted));
end
$$;
grant execute on function public.moderate_member(uuid, boolean, boolean) to authenticated;

-- For the Edge Function promote-user-to-admin, which takes actor_id from the token. A second call changes nothing and notifies nobody.
create function public.promote_user_to_admin(actor_id uuid, target_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target public.profiles;
begin
  if not exists (select 1 from public.profiles where id = actor_id and role = 'ceo' and not is_banned) then
    raise exception 'Only the ceo can promote members.' using errcode = '42501';
  end if;
  select * into target from public.profiles where id = target_id for update;
  if not found or target.is_banned then
    raise exception 'This member cannot be promoted.' using errcode = 'P0002';
  end if;
  if target.role = 'user' then
    update public.profiles set role = 'admin' where id = target_id;
    insert into private.moderation_log (actor_id, target_id, subject_id, action)
    values (promote_user_to_admin.actor_id, promote_user_to_admin.target_id, promote_user_to_admin.target_id, 'promote');
    perform private.notify(target_id, 'promotion', jsonb_build_object('message', 'You were promoted to admin.', 'promoted_at', clock_timestamp()),
      'promotion:' || target_id || ':' || extract(epoch from clock_timestamp()));
  end if;
  return jsonb_build_object('id', target_id, 'role', case target.role when 'user' then 'admin' else target.role end, 'promoted', target.role = 'user');
end
$$;

-- Undoes promote_user_to_admin.
create function private.undo_promotion(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_ceo() then
    raise exception 'Only the ceo can undo a promotion.' using errcode = '42501';
  end if;
  update public.profiles set role = 'user' where id = member and role = 'admin';
  if found then
    delete from public.notifications where user_id = member and type = 'promotion';
    perform private.log_step('demote', member, member);
  end if;
end
$$;
