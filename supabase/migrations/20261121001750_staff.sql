-- What the staff's dashboard asks: the log of all steps, members, cases to handle, and the switch for ban and mute. Every function answers staff only.

-- Every step of staff. Nobody changes or deletes an entry, not even the service. Plain ids instead of foreign keys, because an entry outlives what it is about.
create table private.moderation_log (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid,
  -- the member whom the step concerns
  target_id uuid,
  action text not null,
  -- the post, member, report, message or file
  subject_id uuid,
  title text,
  note text,
  -- the entry whose step this one reverses
  undoes uuid,
  created_at timestamptz not null default clock_timestamp()
);
create index moderation_log_target on private.moderation_log (target_id, created_at desc);
create index moderation_log_newest on private.moderation_log (created_at desc);
create index moderation_log_undoes on private.moderation_log (undoes) where undoes is not null;
create index moderation_log_views on private.moderation_log (actor_id, note) where action = 'view_evidence';

-- One row. Ban and mute work only while the ceo has them switched on.
create table private.staff_switches (
  id boolean primary key default true check (id),
  ban_tools boolean not null default false
);
insert into private.staff_switches default values;

-- What staff did about reports of child abuse, which nobody may change, and about contact messages.
create table private.handled_cases (
  kind text not null check (kind in ('csae', 'contact')),
  case_id uuid not null,
  is_done boolean not null,
  note text check (char_length(note) <= 500),
  handled_by uuid not null,
  handled_at timestamptz not null default clock_timestamp(),
  primary key (kind, case_id)
);

alter table private.moderation_log enable row level security;
alter table private.staff_switches enable row level security;
alter table private.handled_cases enable row level security;
revoke all on private.moderation_log from service_role;
grant select on private.moderation_log to service_role;

create function private.moderation_log_before_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'Nothing in this log can be changed or removed.' using errcode = '42501';
end
$$;
create trigger moderation_log_before_change before update or delete on private.moderation_log
  for each row execute function private.moderation_log_before_change();
create trigger moderation_log_before_truncate before truncate on private.moderation_log
  for each statement execute function private.moderation_log_before_change();

create function private.assert_staff() returns void
language plpgsql stable set search_path = '' as $$
begin
  if not private.is_staff() then
    raise exception 'Only admin and ceo may do this.' using errcode = '42501';
  end if;
end
$$;

create function private.short_title(post public.posts) returns text
language sql immutable set search_path = '' as $$
  select left(coalesce(nullif(post.title, ''), post.description), 120)
$$;

-- A step of the caller.
create function private.log_step(action text, subject uuid, target uuid, title text default null, note text default null) returns void
language sql security definer set search_path = '' as $$
  insert into private.moderation_log (actor_id, action, subject_id, target_id, title, note, undoes)
  values ((select auth.uid()), action, subject, target, title, note, nullif(current_setting('app.undoes', true), '')::uuid)
$$;

-- Steps of staff that are logged when a row changes

create function private.posts_log_steps(before public.posts, post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  title text := private.short_title(post);
begin
  if post.flagged <> before.flagged then
    perform private.log_step(case when post.flagged then 'flag' else 'unflag' end, post.id, post.user_id, title);
    if post.flagged then
      insert into public.post_flags (id, flagged_by) values (post.id, (select auth.uid()))
      on conflict (id) do update set flagged_by = excluded.flagged_by, flagged_at = clock_timestamp();
    else
      delete from public.post_flags where id = post.id;
    end if;
  end if;
  if post.comments_locked <> before.comments_locked then
    perform private.log_step(case when post.comments_locked then 'lock' else 'unlock' end, post.id, post.user_id, title);
  end if;
  if post.sticky <> before.sticky then
    perform private.log_step(case when post.sticky then 'pin' else 'unpin' end, post.id, post.user_id, title);
  end if;
end
$$;

-- Not for comments that go with their post.
create function private.comments_log_removal(comment public.comments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if comment.user_id <> (select auth.uid()) and exists (select 1 from public.posts p where p.id = comment.post_id and p.status <> 'deleted') then
    perform private.log_step('delete_comment', comment.id, comment.user_id, left(comment.text, 120));
  end if;
end
$$;

create function private.reports_log_steps() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.is_open <> old.is_open then
    perform private.log_step(case when new.is_open then 'open_report' else 'close_report' end, new.id, new.target_user_id,
      coalesce(new.post_title, left(new.post_description, 120)), new.note);
  end if;
  return null;
end
$$;
create trigger reports_log_steps after update of is_open on public.reports
  for each row execute function private.reports_log_steps();

-- Members

-- 50 members and one more if there is another page, for the dashboard's table. Sorted by name, or by a count or the day of joining with the largest first.
-- By name, day and count an index has the order, so that a page is not a sort of all members. By flags, the few members who have any come first; by
-- count, those without a row of counts come last.
create function public.staff_members(search text default '', sort text default 'name', skip integer default 0, only_warned boolean default false)
returns table (id uuid, username text, profile_image_url text, role text, is_banned boolean, is_muted boolean, is_official boolean, joined_at timestamptz,
  flagged_posts integer, post_count integer, comment_count integer, report_count integer)
language plpgsql stable security definer set search_path = '' as $$
declare
  page constant text := 'select m.*, (select count(*)::integer from public.reports r where r.target_user_id = m.id and r.is_open)
    from (
      select p.id, p.username, p.profile_image_url, p.role, p.is_banned, p.is_muted, p.is_official, p.joined_at,
        coalesce(f.flagged_posts, 0), coalesce(s.post_count, 0), coalesce(s.comment_count, 0)
      from public.profiles p left join public.member_flags f on f.user_id = p.id %s join public.profile_stats s on s.id = p.id
      where %s and lower(p.username) like $1
      order by %s offset $2 limit $3
    ) m';
  pattern text := replace(replace(replace(lower(btrim(search, ' @')), '\', '\\'), '_', '\_'), '%', '\%') || '%';
  first integer := least(greatest(skip, 0), 1000000);
  counted constant text := case sort when 'posts' then 's.post_count desc, s.id' when 'comments' then 's.comment_count desc, s.id' end;
  -- members of the first part
  before integer;
  listed integer;
begin
  if not private.is_staff() then
    return;
  elsif counted is not null and not only_warned then
    return query execute format(page, '', 'true', counted) using pattern, first, 51;
    get diagnostics listed = row_count;
    if listed < 51 then
      select count(*) into before from public.profile_stats s join public.profiles p on p.id = s.id where lower(p.username) like pattern;
      return query execute format(page, 'left', 's.id is null', 'lower(p.username)') using pattern, greatest(first - before, 0), 51 - listed;
    end if;
  elsif sort = 'flagged' and not only_warned then
    select count(*) into before from public.member_flags f join public.profiles p on p.id = f.user_id
    where f.flagged_posts > 0 and lower(p.username) like pattern;
    return query execute format(page, 'left', 'f.flagged_posts > 0', 'f.flagged_posts desc, lower(p.username)') using pattern, first, 51;
    return query execute format(page, 'left', 'not exists (select 1 from public.member_flags o where o.user_id = p.id and o.flagged_posts > 0)', 'lower(p.username)')
      using pattern, greatest(first - before, 0), 51 - least(greatest(before - first, 0), 51);
  else
    return query execute format(page, 'left', case when only_warned then 'f.flagged_posts >= 3' else 'true' end,
      case sort when 'flagged' then 'f.flagged_posts desc,' when 'posts' then 'coalesce(s.post_count, 0) desc,' when 'comments' then 'coalesce(s.comment_count, 0) desc,'
        when 'joined' then 'p.joined_at desc,' else '' end || 'lower(p.username)') using pattern, first, 51;
  end if;
end
$$;

-- What the dashboard shows beside its tabs: {ban_tools, warned, open_cases, oldest_case}. Null for everybody else.
create function public.staff_overview() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ban_tools', (select s.ban_tools from private.staff_switches s),
    'warned', (select count(*) from public.member_flags f where f.flagged_posts >= 3),
    'open_cases', count(*), 'oldest_case', min(o.created_at))
  from (
    select c.created_at, c.id, 'csae' as kind from public.csae_reports c union all select c.created_at, c.id, 'contact' from public.contact_messages c
  ) o
  where (select private.is_staff())
    and not exists (select 1 from private.handled_cases h where h.kind = o.kind and h.case_id = o.id and h.is_done)
  having (select private.is_staff())
$$;

create function public.switch_ban_tools(enabled boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_ceo() then
    raise exception 'Only the ceo may switch this.' using errcode = '42501';
  end if;
  update private.staff_switches set ban_tools = enabled where ban_tools <> enabled;
  if found then
    perform private.log_step(case when enabled then 'tools_on' else 'tools_off' end, null, null);
  end if;
  return enabled;
end
$$;

-- Cases: reports of child abuse and contact messages. They are read here and not synced, because nothing of them may stay on a device.

-- Open ones first, then the newest; 100 of each kind, after the first `skip` of each.
create function public.staff_cases(skip integer default 0)
returns table (kind text, id uuid, created_at timestamptz, fields jsonb, is_done boolean, note text, handled_by text, handled_at timestamptz)
language sql stable security definer set search_path = '' as $$
  with cases as (
    (select 'csae' as kind, c.id, c.created_at, jsonb_build_object('post_url', c.post_url, 'victim', c.victim_username, 'text', c.description,
        'email', c.reporter_email, 'files', c.storage_paths, 'from', (select p.username from public.profiles p where p.id = c.reporter_id)) as fields
      from public.csae_reports c left join private.handled_cases h on h.kind = 'csae' and h.case_id = c.id
      order by coalesce(h.is_done, false), c.created_at desc, c.id offset least(greatest(skip, 0), 100000) limit 100)
    union all
    (select 'contact', c.id, c.created_at, jsonb_build_object('name', c.name, 'email', c.email, 'text', c.message,
        'from', (select p.username from public.profiles p where p.id = c.user_id))
      from public.contact_messages c left join private.handled_cases h on h.kind = 'contact' and h.case_id = c.id
      order by coalesce(h.is_done, false), c.created_at desc, c.id offset least(greatest(skip, 0), 100000) limit 100)
  )
  select c.kind, c.id, c.created_at, c.fields, coalesce(h.is_done, false), h.note,
    (select p.username from public.profiles p where p.id = h.handled_by), h.handled_at
  from cases c left join private.handled_cases h on h.kind = c.kind and h.case_id = c.id
  where (select private.is_staff())
  order by coalesce(h.is_done, false), c.created_at desc
$$;

-- Names the wanted state: of two members of staff who close one case, the first is noted, and the second learns who it was.
create function public.handle_case(case_kind text, case_id uuid, done boolean, note text default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  words text := nullif(btrim(handle_case.note), '');
  changed boolean;
  held private.handled_cases;
begin
  perform private.assert_staff();
  if not (case case_kind when 'csae' then exists (select 1 from public.csae_reports c where c.id = handle_case.case_id)
    when 'contact' then exists (select 1 from public.contact_messages c where c.id = handle_case.case_id) else false end) then
    raise exception 'This is no longer there.' using errcode = 'P0002';
  elsif char_length(words) > 500 then
    raise exception 'A note may have at most 500 characters.' using errcode = '23514';
  end if;
  insert into private.handled_cases as h (kind, case_id, is_done, note, handled_by)
  select case_kind, handle_case.case_id, done, words, (select auth.uid()) where done
    or exists (select 1 from private.handled_cases o where o.kind = case_kind and o.case_id = handle_case.case_id)
  on conflict on constraint handled_cases_pkey do update set is_done = excluded.is_done, note = excluded.note, handled_by = excluded.handled_by, handled_at = clock_timestamp()
    where h.is_done <> excluded.is_done;
  changed := found;
  if changed then
    perform private.log_step(case when done then 'close_' else 'open_' end || case_kind, handle_case.case_id, null, null, words);
  end if;
  select * into held from private.handled_cases h where h.kind = case_kind and h.case_id = handle_case.case_id;
  return jsonb_build_object('changed', changed, 'is_done', coalesce(held.is_done, false), 'note', held.note, 'handled_at', held.handled_at,
    'handled_by', (select p.username from public.profiles p where p.id = held.handled_by));
end
$$;

-- Evidence. No policy lets anybody read its bucket. The function view-evidence calls this and then signs one address, so that each view is an entry.

create function public.note_evidence_view(report_id uuid, path text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_staff();
  if not exists (select 1 from public.csae_reports c where c.id = report_id and c.storage_paths @> array[path]) then
    raise exception 'This is no longer there.' using errcode = 'P0002';
  end if;
  perform private.log_step('view_evidence', report_id, null, null, path);
  return true;
end
$$;

-- What a post or its comments were, while it is on hold, before their author changed or deleted it: oldest first. Each call is an entry.
create function public.held_evidence(post_id uuid)
returns table (id bigint, kind text, was_deleted boolean, words text, files text[], kept_at timestamptz)
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_staff();
  if not exists (select 1 from private.held_rows h where h.post_id = held_evidence.post_id) then
    return;
  end if;
  perform private.log_step('view_evidence', held_evidence.post_id, (select p.user_id from public.posts p where p.id = held_evidence.post_id));
  return query
    select h.id, h.table_name, h.was_deleted,
      nullif(concat_ws(E'\n', h.content ->> 'title', h.content ->> 'description', h.content ->> 'question', h.content ->> 'options', h.content ->> 'text',
        h.content ->> 'alt', h.content ->> 'image_alt'), ''),
      private.held_addresses(h.content), h.kept_at
    from private.held_rows h where h.post_id = held_evidence.post_id order by h.id limit 1000;
end
$$;

-- For the function view-evidence, which then signs one address, so that each view is an entry: {bucket, path} of a file that is named by a kept row. It is among the
-- held files, or still at its place for a minute.
create function public.note_held_view(post_id uuid, url text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  found_file record;
begin
  perform private.assert_staff();
  select o.bucket_id as bucket, o.name as path into found_file from storage.objects o
  where exists (select 1 from private.held_rows h where h.post_id = note_held_view.post_id and url = any (private.held_addresses(h.content)))
    and (o.bucket_id, o.name) in (
      select 'held-files', p.bucket || '/' || p.path from private.stored_place(url) p union all select p.bucket, p.path from private.stored_place(url) p)
  order by o.bucket_id = 'held-files' desc limit 1;
  if not found then
    raise exception 'This is no longer there.' using errcode = 'P0002';
  end if;
  perform private.log_step('view_evidence', note_held_view.post_id, null, null, url);
  return to_jsonb(found_file);
end
$$;

-- The file in our storage that an address names. No row for another address.
create function private.stored_place(url text) returns table (bucket text, path text)
language sql immutable set search_path = '' as $$
  select m[1], m[2] from regexp_match(url, '^/storage/v1/object/(?:authenticated|public)/(post-images|comment-images|public-videos)/(.+)$') m where m is not null
$$;

-- A picture or video of a reported post is hidden in the queue until its view is noted.
create function public.note_picture_view(post_id uuid, url text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
begin
  perform private.assert_staff();
  select * into post from public.posts p where p.id = note_picture_view.post_id;
  if not found or not (url in (post.image_url, post.gif_url, post.video_url)
    or exists (select 1 from public.post_images i where i.post_id = post.id and i.url = note_picture_view.url)) is true then
    raise exception 'This is no longer there.' using errcode = 'P0002';
  end if;
  perform private.log_step(case url when post.video_url then 'view_video' else 'view_picture' end, post.id, post.user_id, private.short_title(post), url);
  return true;
end
$$;

-- The log

create function private.is_reversible(action text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select action in ('flag', 'unflag', 'lock', 'unlock', 'pin', 'unpin', 'delete_post', 'delete_comment', 'close_report', 'open_report', 'close_csae', 'open_csae', 'close_contact',
    'open_contact', 'ban', 'unban', 'mute', 'unmute', 'promote')
$$;

-- Whether undo_step would do it for the caller: by their right, and because what the step set is still so.
create function private.can_undo(step private.moderation_log) returns boolean
language sql stable security definer set search_path = '' as $$
  select case
    when not private.is_reversible(step.action) then false
    when step.action in ('flag', 'unflag') then exists (select 1 from public.posts p
      where p.id = step.subject_id and p.status not in ('removed', 'deleted') and p.flagged = (step.action = 'flag'))
    when step.action in ('lock', 'unlock') then exists (select 1 from public.posts p
      where p.id = step.subject_id and p.status not in ('removed', 'deleted') and p.comments_locked = (step.action = 'lock'))
    when step.action in ('pin', 'unpin') then exists (select 1 from public.posts p
      where p.id = step.subject_id and p.status not in ('removed', 'deleted') and p.sticky = (step.action = 'pin'))
    when step.action = 'delete_post' then exists (select 1 from private.removed_posts r join public.posts p on p.id = r.id
      where r.id = step.subject_id and p.status = 'removed')
    when step.action = 'delete_comment' then exists (select 1 from private.removed_comments r where r.id = step.subject_id)
    when step.action in ('close_report', 'open_report') then exists (select 1 from public.reports r
      where r.id = step.subject_id and r.is_open = (step.action = 'open_report'))
    when step.action = 'promote' then private.is_ceo() and exists (select 1 from public.profiles t where t.id = step.target_id and t.role = 'admin')
    -- as moderate_member decides
    when step.action in ('ban', 'unban', 'mute', 'unmute') then (select s.ban_tools from private.staff_switches s) and exists (select 1 from public.profiles t
      where t.id = step.target_id and t.id <> (select auth.uid()) and t.role <> 'ceo' and not t.is_official and not t.is_closed and (t.role <> 'admin' or private.is_ceo())
        and case when step.action in ('ban', 'unban') then t.is_banned = (step.action = 'ban') else t.is_muted = (step.action = 'mute') end)
    else exists (select 1 from private.handled_cases h where h.case_id = step.subject_id and h.kind = split_part(step.action, '_', 2)
      and h.is_done = starts_with(step.action, 'close_'))
  end
$$;

-- 50 entries and one more if there are older ones, newest first. `search` is a part of a name, a title, a note or an action; `actions` are those
-- whose text on screen has it.
create function public.staff_log(before timestamptz default null, search text default '', actions text[] default '{}')
returns table (id uuid, action text, actor text, target text, subject_id uuid, title text, note text, undoes uuid, is_undone boolean, can_undo boolean,
  created_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select l.id, l.action, a.username, t.username, l.subject_id, l.title, l.note, l.undoes, l.is_undone, not l.is_undone and private.can_undo(l.entry), l.created_at
  from (select e as entry, e.*, exists (select 1 from private.moderation_log u where u.undoes = e.id) as is_undone from private.moderation_log e) l left join public.profiles a on a.id = l.actor_id left join public.profiles t on t.id = l.target_id
  where (select private.is_staff()) and (before is null or l.created_at < before)
    and (btrim(search) = '' or l.action = any (actions) or concat_ws(' ', l.action, a.username, t.username, l.title, l.note)
      ilike '%' || replace(replace(replace(btrim(search, ' @'), '\', '\\'), '_', '\_'), '%', '\%') || '%')
  order by l.created_at desc limit 51
$$;

-- Reverses a step, which becomes an entry of its own. Refused if it was reversed, if the state has changed since, or if it cannot be reversed.
create function public.undo_step(entry_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  step private.moderation_log;
  was_on boolean;
begin
  perform private.assert_staff();
  select * into step from private.moderation_log where id = entry_id;
  if not found or not private.is_reversible(step.action) then
    raise exception 'This step cannot be undone.' using errcode = '22023';
  end if;
  -- Two members of staff who undo one step wait for each other.
  perform pg_advisory_xact_lock(hashtextextended(entry_id::text, 0));
  if exists (select 1 from private.moderation_log where undoes = entry_id) then
    raise exception 'This step was undone already.' using errcode = '23505';
  end if;
  perform set_config('app.undoes', entry_id::text, true);
  was_on := step.action in ('flag', 'lock', 'pin', 'open_report', 'close_csae', 'close_contact', 'ban', 'mute');
  case
    when step.action in ('flag', 'unflag') then update public.posts set flagged = not was_on where id = step.subject_id and flagged = was_on and status not in ('removed', 'deleted');
    when step.action in ('lock', 'unlock') then update public.posts set comments_locked = not was_on where id = step.subject_id and comments_locked = was_on and status not in ('removed', 'deleted');
    when step.action in ('pin', 'unpin') then update public.posts set sticky = not was_on where id = step.subject_id and sticky = was_on and status not in ('removed', 'deleted');
    when step.action = 'delete_post' then perform private.restore_post(step.subject_id);
    when step.action = 'delete_comment' then perform private.restore_comment(step.subject_id);
    when step.action = 'promote' then perform private.undo_promotion(step.target_id);
    when step.action in ('close_report', 'open_report') then
      update public.reports set is_open = not was_on, handled_by = (select auth.uid()), handled_at = clock_timestamp(), note = null
      where id = step.subject_id and is_open = was_on;
    when step.action in ('ban', 'unban') then perform public.moderate_member(step.target_id, ban => not was_on);
    when step.action in ('mute', 'unmute') then perform public.moderate_member(step.target_id, mute => not was_on);
    else perform public.handle_case(split_part(step.action, '_', 2), step.subject_id, not was_on);
  end case;
  if not exists (select 1 from private.moderation_log where undoes = entry_id) then
    raise exception 'This has changed since, so there is nothing to undo.' using errcode = 'P0002';
  end if;
  perform set_config('app.undoes', '', true);
  return true;
end
$$;

grant execute on function public.staff_members(text, text, integer, boolean), public.staff_overview(), public.switch_ban_tools(boolean), public.staff_cases(integer),
  public.handle_case(text, uuid, boolean, text), public.note_evidence_view(uuid, text), public.note_picture_view(uuid, text),
  public.held_evidence(uuid), public.note_held_view(uuid, text),
  public.staff_log(timestamptz, text, text[]), public.undo_step(uuid) to authenticated;
