-- Web push. An endpoint is a capability: whoever has it and the keys can write to the device. So rows are inserted by the Edge Function save-subscription
-- alone (which accepts known push services only) and are read by nobody but their owner.
create table public.push_subscriptions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  user_agent text,
  -- The login of the device. When it has ended, on the device or elsewhere, nothing is sent any more. Null: a token without a session.
  session_id uuid,
  created_at timestamptz not null default now(),
  -- plain http on localhost only, for the test push service
  constraint push_subscriptions_endpoint_form check (
    char_length(endpoint) <= 1024 and endpoint ~ '^(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1)(:[0-9]{1,5})?)/[!-~]*$'),
  constraint push_subscriptions_keys_form check (p256dh ~ '^[A-Za-z0-9_-]{87}$' and auth ~ '^[A-Za-z0-9_-]{22}$')
);
create index push_subscriptions_user_id on public.push_subscriptions (user_id, created_at desc);

-- What waits to be sent, one row per device and subject. A newer event of the same subject replaces an unsent one, as its notification would on the
-- device. `payload`: title, body, url, tag and the ids that the device's actions need; never text of members.
create table private.push_queue (
  subscription_id uuid not null references public.push_subscriptions (id) on delete cascade,
  tag text not null,
  -- the notification or message
  cause_id uuid not null,
  kind text not null,
  user_id uuid not null,
  sender_id uuid,
  payload jsonb not null,
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  primary key (subscription_id, tag)
);
create index push_queue_due on private.push_queue (due_at);
create index push_queue_pair on private.push_queue (user_id, sender_id);

alter table public.push_subscriptions enable row level security;
alter table private.push_queue enable row level security;
-- The keys are not readable, not even for their owner: the device has them.
grant select (id, user_id, endpoint, created_at) on public.push_subscriptions to authenticated;
grant delete on public.push_subscriptions to authenticated;
create policy push_subscriptions_are_read_by_owner on public.push_subscriptions for select to authenticated using (user_id = (select auth.uid()));
create policy push_subscriptions_are_deleted_by_owner on public.push_subscriptions for delete to authenticated using (user_id = (select auth.uid()));

-- One row per device, ten devices per member. A device that another member uses now becomes theirs: one endpoint must not reach two members, and what
-- waits for the first one is not sent.
create function public.save_push_subscription(member_id uuid, endpoint text, p256dh text, auth text, agent text, session_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_not_banned(member_id);
  if not exists (select 1 from public.profiles p where p.id = member_id) then
    raise exception 'Please set up your profile first.' using errcode = '42501';
  end if;
  insert into public.push_subscriptions as s (user_id, endpoint, p256dh, auth, user_agent, session_id)
  values (member_id, save_push_subscription.endpoint, save_push_subscription.p256dh, save_push_subscription.auth, left(agent, 400),
    save_push_subscription.session_id)
  on conflict on constraint push_subscriptions_endpoint_key do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
    user_agent = excluded.user_agent, session_id = excluded.session_id, created_at = now();
  delete from private.push_queue q using public.push_subscriptions s
  where s.endpoint = save_push_subscription.endpoint and q.subscription_id = s.id and q.user_id <> member_id;
  delete from public.push_subscriptions where id in (
    select s.id from public.push_subscriptions s where s.user_id = member_id order by s.created_at desc, s.id desc offset 10);
end
$$;

-- What a push shows, made from what the server recorded and never from what a caller sends. It quotes no text of members. Null: nothing is pushed.
create function private.push_payload(kind text, sender uuid, sender_name text, data jsonb, cause_id uuid, comment_id uuid) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('kind', kind, 'id', cause_id, 'from', sender) || case kind
    when 'mention' then jsonb_build_object('title', 'You were mentioned!', 'body', '@' || sender_name || ' mentioned you.',
      'url', '/posts/' || (data ->> 'post_id') || coalesce('?commentId=' || (data ->> 'comment_id'), ''),
      'tag', 'mention:' || coalesce(data ->> 'comment_id', data ->> 'post_id'))
    when 'comment' then jsonb_build_object('title', 'New comment', 'body', '@' || sender_name
        || case when data ? 'is_reply' then ' replied to your comment.' else ' commented on your post.' end,
      'url', '/posts/' || (data ->> 'post_id') || coalesce('?commentId=' || comment_id, ''), 'tag', 'comment:' || (data ->> 'post_id'))
    when 'friend_request' then jsonb_build_object('title', 'New friend request', 'body', '@' || sender_name || ' wants to be your friend.',
      'url', '/profile', 'tag', 'friend_request:' || sender)
    when 'friend_accept' then jsonb_build_object('title', 'Friend request accepted', 'body', '@' || sender_name || ' accepted your friend request.',
      'url', '/profile', 'tag', 'friend_accept:' || sender)
    when 'message' then jsonb_build_object('title', 'New message', 'body', 'New message from @' || sender_name, 'url', '/messages/' || sender,
      'tag', 'message:' || sender)
    when 'moderation' then jsonb_build_object('title', 'Moderation', 'body', case data ->> 'cause'
        when 'video' then 'The video of a post of yours was removed.' when 'picture' then 'A photo of a post of yours was not accepted.'
        when 'comment-picture' then 'The photo of a comment of yours was not accepted.' when 'profile-picture' then 'Your profile picture was removed.'
        when 'expired' then 'A post of yours was not published.' when 'muted' then 'A post of yours was not published.'
        else 'A moderator removed a post of yours.' end, 'url', '/notifications',
      'tag', 'moderation:' || cause_id)
    when 'promotion' then jsonb_build_object('title', 'Promotion', 'body', 'Your role has changed.', 'url', '/notifications', 'tag', 'promotion')
  end
$$;

-- Queues a push for each device of the recipient. Does nothing without a device, which is the usual case. One that replaces an unsent push is not counted.
create function private.queue_push(recipient uuid, push_kind text, sender uuid, data jsonb, event_id uuid, comment_id uuid default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  sender_name text;
  made jsonb;
begin
  if not exists (select 1 from public.push_subscriptions s where s.user_id = recipient) or not private.wants_push(recipient, push_kind) then
    return;
  end if;
  select coalesce(p.username, 'member') into sender_name from public.profiles p where p.id = sender;
  made := private.push_payload(push_kind, sender, sender_name, data, event_id, comment_id);
  if made is null or sender is not null
    and exists (select 1 from public.push_subscriptions s where s.user_id = recipient
      and not exists (select 1 from private.push_queue q where q.subscription_id = s.id and q.tag = made ->> 'tag'))
    and not (private.use_rate(sender::text, 'push') and private.use_rate(sender || '>' || recipient, 'push_to')) then
    return;
  end if;
  insert into private.push_queue as q (subscription_id, tag, cause_id, kind, user_id, sender_id, payload)
  select s.id, made ->> 'tag', event_id, push_kind, recipient, sender, made from public.push_subscriptions s where s.user_id = recipient
  -- Also its sender: comments of several members on one post are one push, and the newest decides whether it is wanted.
  on conflict (subscription_id, tag) do update set cause_id = excluded.cause_id, kind = excluded.kind, user_id = excluded.user_id,
    sender_id = excluded.sender_id, payload = excluded.payload, attempts = 0, due_at = now(), created_at = now();
  -- The embedded backend sends at once; a hosted scheduler calls send-pushes every few seconds.
  perform pg_notify('push', '');
end
$$;

create function private.notifications_queue_push() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_push(new.user_id, new.type, (new.data ->> 'from_user_id')::uuid,
    new.data || case when new.type = 'comment' and new.post_author_id <> new.user_id then '{"is_reply": true}' else '{}' end::jsonb, new.id,
    new.comment_id);
  return null;
end
$$;
create trigger notifications_queue_push after insert on public.notifications
  for each row when (not new.is_read) execute function private.notifications_queue_push();

create function private.queue_message_push(message public.private_messages) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not message.read and not private.is_blocked_or_muted(message.recipient_id, message.sender_id) then
    perform private.queue_push(message.recipient_id, 'message', message.sender_id, null, message.id);
  end if;
end
$$;

-- Whether a queued push is still of use: not read, not deleted, not a day old, not turned off, no blocked or muted sender, nobody banned, and about a post that
-- the member may still read.
create function private.is_push_wanted(push private.push_queue) returns boolean
language sql stable security definer set search_path = '' as $$
  select push.created_at > now() - interval '1 day' and private.wants_push(push.user_id, push.kind)
    and case push.kind when 'message' then exists (select 1 from public.private_messages m where m.id = push.cause_id and not m.read)
      else exists (select 1 from public.notifications n where n.id = push.cause_id and not n.is_read
      and not exists (select 1 from public.posts p where p.id = (n.data ->> 'post_id')::uuid and not private.may_read_post(p, push.user_id))) end
    and not private.is_blocked_or_muted(push.user_id, push.sender_id)
    and not exists (select 1 from public.profiles p where p.id in (push.user_id, push.sender_id) and p.is_banned)
$$;

-- Unread notifications and messages, as the app counts them: comments on one post are one; nothing of blocked members; no notification
-- about a muted one; no answered request.
create function private.unread_total(member uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select ((select count(distinct case n.type when 'comment' then n.data ->> 'post_id' else n.id::text end) from public.notifications n
    where n.user_id = member and n.is_recent and not n.is_read
      and not exists (select 1 from public.blocks b where b.user_id = member and b.blocked_id = (n.data ->> 'from_user_id')::uuid)
      and not exists (select 1 from public.mutes m where m.user_id = member and m.muted_id = (n.data ->> 'from_user_id')::uuid)
      and not (n.type = 'friend_request' and exists (select 1 from public.friends f
        where f.user_id = (n.data ->> 'from_user_id')::uuid and f.friend_id = member and f.status <> 'pending')))
    + (select coalesce(sum(t.unread), 0) from public.threads_index t where t.owner_id = member and t.unread > 0
      and not exists (select 1 from public.blocks b where b.user_id = member and b.blocked_id = t.user_id)))::integer
$$;

-- The same for the caller: the service worker shows it on the app's icon after an action in a notification.
create function public.my_unread_total() returns integer
language sql stable security definer set search_path = '' as $$
  select private.unread_total((select private.reader_id()))
$$;
grant execute on function public.my_unread_total() to authenticated;

-- Takes at most `most` pushes that are due, of one pair only if it is named, and deletes those that are of no use any more. A taken push is due again
-- after a growing pause, unless finish_pushes is called. In quiet hours it is due at their end. Devices whose login has ended are deleted. Returns a list of
-- {subscription_id, endpoint, p256dh, auth, kind, tag, topic, cause_id, payload}.
create function public.claim_pushes(most integer, sender uuid default null, recipient uuid default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  answer jsonb;
begin
  with due as materialized (
    select q.* from private.push_queue q
    where q.due_at <= now() and (claim_pushes.sender is null or (q.sender_id = claim_pushes.sender and q.user_id = claim_pushes.recipient))
    order by q.due_at limit most for update skip locked
  ), members as materialized (
    select user_id, private.quiet_until(user_id) as quiet_until, private.unread_total(user_id) as unread from (select distinct user_id from due) m
  ), devices as materialized (
    select s.*, s.session_id is not null and not exists (select 1 from auth.sessions a where a.id = s.session_id and a.user_id = s.user_id) as is_ended
    from public.push_subscriptions s where s.id in (select subscription_id from due)
  ), judged as materialized (
    select d.subscription_id, d.tag, m.quiet_until, m.unread,
      d.attempts < 6 and not s.is_ended and s.user_id = d.user_id and private.is_push_wanted(d) as is_wanted
    from due d join members m using (user_id) join devices s on s.id = d.subscription_id
  ), ended as (
    delete from public.push_subscriptions s using devices e where s.id = e.id and e.is_ended
  ), dropped as (
    delete from private.push_queue q using judged j where q.subscription_id = j.subscription_id and q.tag = j.tag and not j.is_wanted
  ), changed as (
    update private.push_queue q set attempts = q.attempts + (j.quiet_until is null)::integer,
      due_at = coalesce(j.quiet_until, now() + interval '1 minute' * power(2, q.attempts))
    from judged j where q.subscription_id = j.subscription_id and q.tag = j.tag and j.is_wanted
    returning q.*, j.quiet_until, j.unread
  )
  select coalesce(jsonb_agg(jsonb_build_object('subscription_id', s.id, 'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth, 'kind', c.kind,
    'tag', c.tag, 'topic', md5(c.tag), 'cause_id', c.cause_id, 'payload', c.payload || jsonb_build_object('to', c.user_id, 'unread', c.unread))), '[]')
  into answer from changed c join devices s on s.id = c.subscription_id where c.quiet_until is null;
  return answer;
end
$$;

-- {sent: [{subscription_id, tag, cause_id}], untried: [the same], gone: [subscription_id]}: what the push services accepted, what was taken but not sent
-- because the time was over, which is due at once, and the devices for which they returned 404 or 410. A newer event of the same subject stays queued.
create function public.finish_pushes(outcome jsonb) returns void
language sql security definer set search_path = '' as $$
  delete from private.push_queue q using jsonb_to_recordset(outcome -> 'sent') s (subscription_id uuid, tag text, cause_id uuid)
  where q.subscription_id = s.subscription_id and q.tag = s.tag and q.cause_id = s.cause_id;
  update private.push_queue q set attempts = greatest(q.attempts - 1, 0), due_at = now()
  from jsonb_to_recordset(outcome -> 'untried') s (subscription_id uuid, tag text, cause_id uuid)
  where q.subscription_id = s.subscription_id and q.tag = s.tag and q.cause_id = s.cause_id;
  delete from public.push_subscriptions s where s.id in (select value::uuid from jsonb_array_elements_text(outcome -> 'gone'));
$$;
