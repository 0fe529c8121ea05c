-- Web push. An endpoint is a capability: whoever has it and the keys can write to the device. So rows are inserted by the Edge Function save-subscription
-- alone (which accepts known push services only) and are read by nobody but their owner.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text,
  created_at timestamptz not null default now(),
  -- plain http on localhost only, for the test push service
  constraint push_subscriptions_endpoint_form check (
    char_length(endpoint) <= 1024 and endpoint ~ '^(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?)/[!-~]*$'),
  constraint push_subscriptions_keys_form check (p256dh ~ '^[A-Za-z0-9_-]{87}$' and auth ~ '^[A-Za-z0-9_-]{22}$')
);
create index push_subscriptions_user_id on public.push_subscriptions (user_id, created_at desc);

-- What was pushed: each notification and message at most once.
create table private.pushed (
  cause_id uuid primary key,
  pushed_at timestamptz not null default now()
);
create index pushed_at on private.pushed (pushed_at);

alter table public.push_subscriptions enable row level security;
alter table private.pushed enable row level security;
-- The keys are not readable, not even for their owner: the device has them.
grant select (id, user_id, endpoint, created_at) on public.push_subscriptions to authenticated;
grant delete on public.push_subscriptions to authenticated;
create policy push_subscriptions_are_read_by_owner on public.push_subscriptions for select to authenticated using (user_id = (select auth.uid()));
create policy push_subscriptions_are_deleted_by_owner on public.push_subscriptions for delete to authenticated using (user_id = (select auth.uid()));

-- One row per device, ten devices per member. A device that another member uses now becomes theirs: one endpoint must not reach two members.
create function public.save_push_subscription(member_id uuid, endpoint text, p256dh text, auth text, agent text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_not_banned(member_id);
  if not exists (select 1 from public.profiles p where p.id = member_id) then
    raise exception 'Please set up your profile first.' using errcode = '42501';
  end if;
  insert into public.push_subscriptions as s (user_id, endpoint, p256dh, auth, user_agent)
  values (member_id, save_push_subscription.endpoint, save_push_subscription.p256dh, save_push_subscription.auth, left(agent, 400))
  on conflict on constraint push_subscriptions_endpoint_key do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
    user_agent = excluded.user_agent, created_at = now();
  delete from public.push_subscriptions where id in (
    select s.id from public.push_subscriptions s where s.user_id = member_id order by s.created_at desc, s.id desc offset 10);
end
$$;

-- The push service answered that the device is gone (404, 410).
create function public.drop_push_subscription(subscription_id uuid) returns void
language sql security definer set search_path = '' as $$
  delete from public.push_subscriptions where id = subscription_id
$$;

-- The text of a push, made from what the server recorded and never from what a caller sends. It quotes no text of members.
create function private.push_text(kind text, sender uuid, sender_name text, data jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case kind
    when 'mention' then jsonb_build_object('title', 'You were mentioned!', 'body', '@' || sender_name || ' mentioned you.',
      'url', '/posts/' || (data ->> 'post_id') || coalesce('?commentId=' || (data ->> 'comment_id'), ''))
    when 'comment' then jsonb_build_object('title', 'New comment', 'body', '@' || sender_name || ' commented on your post.',
      'url', '/posts/' || (data ->> 'post_id'))
    when 'friend_request' then jsonb_build_object('title', 'New friend request', 'body', '@' || sender_name || ' wants to be your friend.', 'url', '/profile')
    when 'friend_accept' then jsonb_build_object('title', 'Friend request accepted', 'body', '@' || sender_name || ' accepted your friend request.', 'url', '/profile')
    when 'message' then jsonb_build_object('title', 'New message', 'body', 'New message from @' || sender_name, 'url', '/messages/' || sender)
  end
$$;

-- The newest notification or message from `sender` to `recipient` of the last day that was neither pushed nor read, as {to, title, body, url, subscriptions}.
-- Null when there is none, for a blocked or muted pair, for banned members, and for events that the recipient has turned off; the caller does not learn which.
create function public.claim_push(sender uuid, recipient uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  sender_name text;
  cause record;
  text_of_it jsonb;
begin
  select coalesce(p.username, 'member') into sender_name from public.profiles p where p.id = sender and not p.is_banned;
  if not found or sender = recipient or private.is_blocked_or_muted(recipient, sender)
    or not exists (select 1 from public.profiles p where p.id = recipient and not p.is_banned) then
    return null;
  end if;
  select found_one.* into cause from (
    select n.id, n.type as kind, n.data, n.created_at from public.notifications n
    where n.user_id = recipient and n.is_recent and not n.is_read and n.data ->> 'from_user_id' = sender::text
    union all
    select m.id, 'message', null, m.created_at from public.private_messages m
    where m.recipient_id = recipient and m.sender_id = sender and m.recent_for_recipient and not m.read
  ) found_one
  where found_one.created_at > now() - interval '1 day' and not exists (select 1 from private.pushed p where p.cause_id = found_one.id)
    and private.wants_push(recipient, found_one.kind)
  order by found_one.created_at desc limit 1;
  if not found then
    return null;
  end if;
  if not private.use_rate(sender::text, 'push') or not private.use_rate(sender || '>' || recipient, 'push_to') then
    raise exception 'Too many requests. Please try again later.' using errcode = 'PT429';
  end if;
  insert into private.pushed (cause_id) values (cause.id) on conflict do nothing;
  if not found then
    return null;
  end if;
  text_of_it := private.push_text(cause.kind, sender, sender_name, cause.data);
  return text_of_it || jsonb_build_object('to', recipient, 'subscriptions', (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth)), '[]')
    from public.push_subscriptions s where s.user_id = recipient));
end
$$;

create function public.forget_pushed() returns void
language sql security definer set search_path = '' as $$
  delete from private.pushed where pushed_at < now() - interval '2 days'
$$;
