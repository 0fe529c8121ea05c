-- Notifications are made by the server alone, by private.notify below. Members read, mark read and delete their own.

-- Exactly the fields that belong to the type (mention: comment_id is optional). Ids are UUIDs, everything else is text or null.
create function private.is_notification_data(kind text, data jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(data) = 'object' and length(data::text) <= 24000 and (
    select coalesce(array_agg(key order by key collate "C"), '{}') from jsonb_object_keys(data) key
    where not (kind = 'mention' and key = 'comment_id')
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
grant execute on function private.is_notification_data(text, jsonb) to anon, authenticated, service_role;

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null,
  data jsonb not null,
  is_read boolean not null default false,
  -- of the post in data: a device asks for a friends-only post by its id and its author's
  post_author_id uuid,
  -- what it came from, so that it can be taken back with it
  cause text not null,
  -- among the newest 200: the device's share
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint notifications_type_known check (type in ('friend_request', 'friend_accept', 'comment', 'mention', 'moderation', 'promotion')),
  constraint notifications_data_form check (private.is_notification_data(type, data))
);
create index notifications_user_id on public.notifications (user_id, created_at desc);
create index notifications_recent on public.notifications (user_id, created_at desc) where is_recent;
create index notifications_cause on public.notifications (cause);
create index notifications_post on public.notifications ((data ->> 'post_id')) where data ? 'post_id';

-- Outlives the notification: after a member deleted it, a replay of its cause must not bring it back.
create table private.notification_causes (
  user_id uuid not null references public.profiles (id) on delete cascade,
  cause text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, cause)
);

alter table public.notifications enable row level security;
alter table private.notification_causes enable row level security;
revoke all on public.notifications from anon, authenticated;
revoke all on private.notification_causes from public, anon, authenticated;
grant all on public.notifications to service_role;
grant select, delete on public.notifications to authenticated;
grant update (is_read) on public.notifications to authenticated;

create policy notifications_are_seen_by_owner on public.notifications for select to authenticated using (user_id = (select private.reader_id()));
create policy notifications_are_marked_by_owner on public.notifications for update to authenticated
  using (user_id = (select private.reader_id())) with check (user_id = (select auth.uid()));
create policy notifications_are_deleted_by_owner on public.notifications for delete to authenticated using (user_id = (select private.reader_id()));

-- From one member to another at most this often; the rest is dropped without a word.
insert into private.rate_limits (action, max_count, per) values ('notification', 60, interval '1 hour');

-- Tells `recipient`, once per cause. Null when nothing was made: told before, oneself, a blocked or muted pair, a banned or deleted
-- recipient, or too many from one sender. The sender, where there is one, is data.from_user_id: callers take it from the token.
create function private.notify(recipient uuid, kind text, data jsonb, cause text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  sender uuid := (data ->> 'from_user_id')::uuid;
  made uuid;
begin
  if sender = recipient or private.is_unwanted(recipient, sender)
    or not exists (select 1 from public.profiles p where p.id = recipient and not p.is_banned) then
    return null;
  end if;
  insert into private.notification_causes (user_id, cause) values (recipient, notify.cause) on conflict do nothing;
  if not found or (sender is not null and not private.use_rate(sender || '>' || recipient, 'notification')) then
    return null;
  end if;
  insert into public.notifications (user_id, type, data, cause, post_author_id)
  values (recipient, kind, notify.data, notify.cause, (select p.user_id from public.posts p where p.id = (notify.data ->> 'post_id')::uuid))
  returning id into made;
  update public.notifications set is_recent = false where id in (
    select n.id from public.notifications n where n.user_id = recipient and n.is_recent order by n.created_at desc, n.id desc offset 200);
  -- Kept on the server: the newest thousand. Looked at once in sixteen times, because it means reading them all.
  if hashtext(made::text) % 16 = 0 then
    delete from public.notifications where id in (
      select n.id from public.notifications n where n.user_id = recipient order by n.created_at desc, n.id desc offset 1000);
  end if;
  return made;
end
$$;

-- Takes back what a cause told anyone (its comment was deleted, its request withdrawn).
create function private.unnotify(past_cause text) returns void
language sql security definer set search_path = '' as $$
  delete from public.notifications where cause = past_cause
$$;

-- A deleted post takes its comments' and mentions' notifications along; the moderation notice has no post_id and stays.
create function private.posts_take_notifications() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.data ? 'post_id' and n.data ->> 'post_id' = old.id::text;
  return null;
end
$$;
create trigger posts_take_notifications after delete on public.posts
  for each row execute function private.posts_take_notifications();

revoke all on function private.notify(uuid, text, jsonb, text), private.unnotify(text), private.posts_take_notifications() from public;

insert into private.crud_tables (table_name, owner_column, operations) values ('notifications', 'user_id', '{PATCH,DELETE}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('notifications', 'is_read', 'boolean', null, 'write', false);
alter publication powersync add table public.notifications;
