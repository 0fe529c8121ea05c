-- Notifications: created by the server alone, through private.notify. Members read, mark and delete their own.

-- True for exactly the fields that belong to the type (mention: comment_id is optional). Ids are UUIDs, everything else is text or null.
create function private.is_notification_data(kind text, data jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(data) = 'object' and length(data::text) <= 24000 and (
    select coalesce(array_agg(key order by key collate "C"), '{}') from jsonb_object_keys(data) key
    where not (kind = 'mention' and key = 'comment_id') and not (kind = 'moderation' and key = 'cause')
  ) = case
    when kind in ('friend_request', 'friend_accept') then array['from_profile_image_url', 'from_user_id', 'from_username']
    when kind = 'comment' then array['from_user_id', 'from_username', 'post_id', 'text']
    when kind = 'mention' then array['from_user_id', 'from_username', 'post_id']
    when kind = 'moderation' then array['deleted_at', 'post_description', 'post_title', 'reason']
    when kind = 'promotion' then array['message', 'promoted_at']
  end and not exists (
    select 1 from jsonb_each(data) field
    where jsonb_typeof(field.value) not in ('string', 'null')
      or (field.key in ('post_id', 'from_user_id', 'comment_id') and not coalesce(pg_input_is_valid(field.value #>> '{}', 'uuid'), false))
  ), false)
$$;
grant execute on function private.is_notification_data(text, jsonb) to anon, authenticated;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null,
  data jsonb not null,
  is_read boolean not null default false,
  -- the author of the post in data: a device loads a friends-only post by its id and its author's id
  post_author_id uuid,
  -- the comment that a notification of type comment is about: data has no field for it
  comment_id uuid,
  -- the event behind the notification, which is deleted when the event is undone
  cause text not null,
  -- among the newest 200, which devices keep
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint notifications_type_known check (type in ('friend_request', 'friend_accept', 'comment', 'mention', 'moderation', 'promotion')),
  constraint notifications_data_form check (private.is_notification_data(type, data))
);
create index notifications_user_id on public.notifications (user_id, created_at desc);
create index notifications_recent on public.notifications (user_id, created_at desc) where is_recent;
create index notifications_cause on public.notifications (cause);
create index notifications_post on public.notifications ((data ->> 'post_id')) where data ? 'post_id';

-- Kept when the member deletes the notification: a repeated cause must not create it again.
create table private.notification_causes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  cause text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, cause)
);
create index notification_causes_cause on private.notification_causes (cause);
-- Rows are only added at the end: for forget_notification_causes.
create index notification_causes_created_at on private.notification_causes using brin (created_at);

-- Deletes what is too old to happen again. Called by the jobs.
create function public.forget_notification_causes() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from private.notification_causes where (user_id, cause) in (
    select c.user_id, c.cause from private.notification_causes c where c.created_at < now() - interval '1 year' limit 10000);
  get diagnostics gone = row_count;
  return gone;
end
$$;

alter table public.notifications enable row level security;
alter table private.notification_causes enable row level security;
grant select, delete on public.notifications to authenticated;
grant update (is_read) on public.notifications to authenticated;
create policy notifications_are_read_by_owner on public.notifications for select to authenticated using (user_id = (select private.reader_id()));
create policy notifications_are_marked_by_owner on public.notifications for update to authenticated
  using (user_id = (select private.reader_id())) with check (user_id = (select auth.uid()));
create policy notifications_are_deleted_by_owner on public.notifications for delete to authenticated using (user_id = (select private.reader_id()));

-- Notifies `recipient`, once per cause. Null when nothing was created: notified before, oneself, a blocked or muted pair, a banned or deleted
-- recipient, or too many from one sender. The sender, where there is one, is data.from_user_id; callers take it from the token.
create function private.notify(recipient uuid, kind text, data jsonb, cause text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  sender uuid := (data ->> 'from_user_id')::uuid;
  made uuid;
begin
  if sender = recipient or private.is_blocked_or_muted(recipient, sender)
    or not exists (select 1 from public.profiles p where p.id = recipient and not p.is_banned) then
    return null;
  end if;
  insert into private.notification_causes (user_id, cause) values (recipient, notify.cause) on conflict do nothing;
  if not found or (sender is not null and not private.use_rate(sender || '>' || recipient, 'notification')) then
    return null;
  end if;
  insert into public.notifications (user_id, type, data, cause, post_author_id, comment_id)
  values (recipient, kind, notify.data, notify.cause, (select p.user_id from public.posts p where p.id = (notify.data ->> 'post_id')::uuid),
    substring(notify.cause from '^comment:([0-9a-f-]{36})$')::uuid)
  returning id into made;
  update public.notifications set is_recent = false where id in (
    select n.id from public.notifications n where n.user_id = recipient and n.is_recent order by n.created_at desc, n.id desc offset 200);
  -- The server keeps the newest thousand. Checked on every sixteenth notification, because it reads them all.
  if hashtext(made::text) % 16 = 0 then
    delete from public.notifications where id in (
      select n.id from public.notifications n where n.user_id = recipient order by n.created_at desc, n.id desc offset 1000);
  end if;
  return made;
end
$$;

-- Deletes what a cause created (its comment was deleted, its request withdrawn).
create function private.delete_notifications(past_cause text) returns void
language sql security definer set search_path = '' as $$
  delete from public.notifications where cause = past_cause
$$;

-- A deleted post deletes the notifications of its comments and mentions, at most `most` at a time. The moderation notice has no post_id and stays. Returns
-- how many.
create function private.delete_post_notifications(post uuid, most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.notifications where id in (
    select n.id from public.notifications n where n.data ? 'post_id' and n.data ->> 'post_id' = post::text limit most);
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- About another member: friend requests and their answers.
create function private.notify_about_member(recipient uuid, kind text, sender uuid, cause text) returns void
language sql security definer set search_path = '' as $$
  select private.notify(recipient, kind, jsonb_build_object('from_user_id', p.id, 'from_username', p.username, 'from_profile_image_url', p.profile_image_url), cause)
  from public.profiles p where p.id = sender
$$;

-- Comments and mentions

create function private.actor_fields(actor uuid, post uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('post_id', post, 'from_user_id', id, 'from_username', username) from public.profiles where id = actor
$$;

-- The member with exactly this name, or with this name without the dots ("ask @bob.") or all marks at its end ("_@bob_"). As in the app
-- (src/features/text/names.ts).
create function private.member_named(name text) returns uuid
language sql stable security definer set search_path = '' as $$
  select p.id from public.profiles p where lower(p.username) = any (array[name, rtrim(name, '.'), rtrim(name, '._-')]) order by length(p.username) desc limit 1
$$;

-- Only members who may read the post are notified of a mention in it. A text notifies each member once and 20 members at most, however often it is edited:
-- not those whom the same comment has already notified as an answer.
create function private.notify_mentioned(words text, actor uuid, post public.posts, comment uuid, cause text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
begin
  for member in select distinct private.member_named(name) from private.mentions_of(words) name loop
    exit when (select count(*) from private.notification_causes c where c.cause = notify_mentioned.cause) >= 20;
    if member is not null and private.may_read_post(post, member) and not exists (
      select 1 from private.notification_causes c where c.user_id = member and c.cause = 'comment:' || comment) then
      perform private.notify(member, 'mention', private.actor_fields(actor, post.id)
        || case when comment is null then '{}' else jsonb_build_object('comment_id', comment) end, cause);
    end if;
  end loop;
end
$$;

create function private.posts_notify_mentioned(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if post.audience <> 'hidden' then
    perform private.notify_mentioned(concat_ws(' ', post.title, post.description), post.user_id, post, null, 'mention:post:' || post.id);
  end if;
end
$$;

create function private.comments_notify_mentioned(comment public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
begin
  select * into post from public.posts where id = comment.post_id;
  if post.audience <> 'hidden' then
    perform private.notify_mentioned(comment.text, comment.user_id, post, comment.id, 'mention:comment:' || comment.id);
  end if;
end
$$;

-- Which events a member wants to be told of outside of the app (push). The list of notifications is always complete. No row: all of them.
create table public.notification_settings (
  -- the member
  id uuid primary key references public.profiles (id) on delete cascade,
  friend_request boolean not null default true,
  friend_accept boolean not null default true,
  comment boolean not null default true,
  mention boolean not null default true,
  message boolean not null default true,
  moderation boolean not null default true,
  promotion boolean not null default true,
  -- No push between these minutes of the member's day; they come at its end. Null: at any time.
  quiet_from smallint,
  quiet_to smallint,
  time_zone text,
  constraint notification_settings_quiet check (
    (quiet_from is null) = (quiet_to is null) and quiet_from between 0 and 1439 and quiet_to between 0 and 1439 and quiet_from <> quiet_to),
  constraint notification_settings_time_zone check (time_zone ~ '^[A-Za-z0-9_+/-]{1,60}$')
);
comment on constraint notification_settings_quiet on public.notification_settings is 'Quiet hours begin and end at different times.';
alter table public.notification_settings enable row level security;
grant select on public.notification_settings to authenticated;
grant insert (id, friend_request, friend_accept, comment, mention, message, moderation, promotion, quiet_from, quiet_to, time_zone),
  update (friend_request, friend_accept, comment, mention, message, moderation, promotion, quiet_from, quiet_to, time_zone) on public.notification_settings to authenticated;
create policy notification_settings_are_read_by_owner on public.notification_settings for select to authenticated using (id = (select auth.uid()));
create policy notification_settings_are_added_by_owner on public.notification_settings for insert to authenticated with check (id = (select auth.uid()));
create policy notification_settings_are_changed_by_owner on public.notification_settings for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create function private.wants_push(member uuid, kind text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select (to_jsonb(s) ->> kind)::boolean from public.notification_settings s where s.id = member), true)
$$;

-- Notifies a member of an answer. Members who want no push of comments, but one of mentions, are notified as mentioned, if the comment mentions them:
-- before the others whom it mentions and wherever it mentions them, so that they are always among the 20.
create function private.notify_answered(member uuid, comment public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  data jsonb := private.actor_fields(comment.user_id, comment.post_id);
begin
  if not private.wants_push(member, 'comment') and private.wants_push(member, 'mention') and exists (
    select 1 from private.marks_in(comment.text) m, public.profiles p
    where p.id = member and rtrim(m.name, '._-') = rtrim(lower(p.username), '._-') and private.member_named(m.name) = member) then
    perform private.notify(member, 'mention', data || jsonb_build_object('comment_id', comment.id), 'mention:comment:' || comment.id);
  else
    perform private.notify(member, 'comment', data || jsonb_build_object('text', left(coalesce(comment.text, ''), 2000)), 'comment:' || comment.id);
  end if;
end
$$;

-- The author of the post, and the author of the comment that this one answers. Before comments_notify_mentioned.
create function private.comments_notify_answered(comment public.comments) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
  answered uuid;
begin
  select * into post from public.posts where id = comment.post_id;
  if post.audience = 'hidden' then
    return;
  end if;
  perform private.notify_answered(post.user_id, comment);
  select user_id into answered from public.comments where id = comment.parent_id;
  if answered is not null and answered <> post.user_id and private.may_read_post(post, answered) then
    perform private.notify_answered(answered, comment);
  end if;
end
$$;

-- The end of the member's quiet hours, if it is quiet now. Null in a time zone that this server does not know.
create function private.quiet_until(member uuid) returns timestamptz
language plpgsql stable security definer set search_path = '' as $$
declare
  quiet public.notification_settings;
  this_minute integer;
begin
  select * into quiet from public.notification_settings s where s.id = member and s.quiet_from is not null;
  if not found then
    return null;
  end if;
  this_minute := extract(hour from now() at time zone coalesce(quiet.time_zone, 'UTC')) * 60
    + extract(minute from now() at time zone coalesce(quiet.time_zone, 'UTC'));
  if (this_minute - quiet.quiet_from + 1440) % 1440 < (quiet.quiet_to - quiet.quiet_from + 1440) % 1440 then
    return date_trunc('minute', now()) + ((quiet.quiet_to - this_minute + 1440) % 1440) * interval '1 minute';
  end if;
  return null;
exception when invalid_parameter_value then
  return null;
end
$$;
