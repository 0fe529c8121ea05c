-- Private messages. One message is one row, read by its two ends. Nobody edits or deletes it; the recipient marks it read. Each end has its newest 500
-- on its devices; older ones are loaded page by page, 100 messages of a thread each, with the same numbers for both ends.
create table public.private_messages (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  content text not null,
  read boolean not null default false,
  -- page of the pair's thread, from 0
  thread_page integer not null default 0,
  recent_for_sender boolean not null default true,
  recent_for_recipient boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint private_messages_not_self check (sender_id <> recipient_id),
  constraint private_messages_not_blank check (private.has_text(content)),
  constraint private_messages_length check (char_length(content) <= 4000)
);
comment on constraint private_messages_not_self on public.private_messages is 'You cannot write to yourself.';
comment on constraint private_messages_not_blank on public.private_messages is 'A message cannot be blank.';
comment on constraint private_messages_length on public.private_messages is 'A message may have at most 4,000 characters.';
create index private_messages_sender on public.private_messages (sender_id, recipient_id, thread_page);
create index private_messages_recipient on public.private_messages (recipient_id, sender_id, thread_page);
create index private_messages_unread on public.private_messages (recipient_id, sender_id, created_at) where not read;
create index private_messages_recent_sent on public.private_messages (sender_id, created_at desc) where recent_for_sender;
create index private_messages_recent_received on public.private_messages (recipient_id, created_at desc) where recent_for_recipient;

-- The inbox: one row per owner and other side, with name, time and unread count, without a preview.
create table public.threads_index (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  author jsonb not null,
  unread integer not null default 0,
  last_sent_at timestamptz not null,
  -- messages of the thread in both directions; the last page is (message_count - 1) / 100
  message_count integer not null default 0,
  primary key (owner_id, user_id)
);
create index threads_index_user_id on public.threads_index (user_id);

alter table public.private_messages enable row level security;
alter table public.threads_index enable row level security;
grant select on public.private_messages, public.threads_index to authenticated;
-- read and created_at may be named on insert: the server replaces them with its own.
grant insert (id, sender_id, recipient_id, content, read, created_at), update (read) on public.private_messages to authenticated;
create policy private_messages_are_read_by_both on public.private_messages for select to authenticated
  using (sender_id = (select private.reader_id()) or recipient_id = (select private.reader_id()));
create policy private_messages_are_sent_by_sender on public.private_messages for insert to authenticated with check (sender_id = (select auth.uid()));
create policy private_messages_are_marked_by_recipient on public.private_messages for update to authenticated
  using (recipient_id = (select private.reader_id())) with check (recipient_id = (select auth.uid()));
create policy threads_index_is_read_by_owner on public.threads_index for select to authenticated using (owner_id = (select private.reader_id()));

-- The caller's inbox, unread first, then the latest. Empty for any other id.
create function public.get_conversations(current_user_id uuid)
returns table (user_id uuid, username text, unread integer, last_sent_at timestamptz)
language sql stable set search_path = '' as $$
  select t.user_id, t.author ->> 'username', t.unread, t.last_sent_at from public.threads_index t
  where t.owner_id = (select private.reader_id()) and t.owner_id = current_user_id
  order by (t.unread > 0) desc, t.last_sent_at desc
$$;
grant execute on function public.get_conversations(uuid) to authenticated;

-- Refuses a message that may not be sent, with one text for all reasons that concern the recipient.
create function private.assert_may_message(recipient uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if recipient is distinct from me and (private.are_blocked(me, recipient)
    or not exists (select 1 from public.profiles where id = recipient and not is_banned)) then
    raise exception 'This member cannot receive messages from you.' using errcode = '42501';
  end if;
  perform private.limit_rate(me, 'message', 'You have sent very many messages in the last hour. Please try again later.');
end
$$;
grant execute on function private.assert_may_message(uuid) to authenticated;

create function private.private_messages_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  perform private.assert_may_write(tg_op = 'INSERT');
  if tg_op = 'INSERT' then
    if new.sender_id = (select auth.uid()) then
      perform private.assert_may_message(new.recipient_id);
    end if;
    new.read := false;
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger private_messages_before_write before insert or update on public.private_messages
  for each row execute function private.private_messages_before_write();

-- Counts one message in `owner`'s inbox; returns its number in the thread, from 0.
create function private.add_message_to_thread(owner uuid, other uuid, is_unread boolean, sent_at timestamptz) returns integer
language sql security definer set search_path = '' as $$
  insert into public.threads_index as t (owner_id, user_id, author, unread, last_sent_at, message_count)
  select owner, p.id, private.author_card(p), is_unread::integer, sent_at, 1 from public.profiles p where p.id = other for share
  on conflict (owner_id, user_id) do update set unread = t.unread + excluded.unread,
    last_sent_at = greatest(t.last_sent_at, excluded.last_sent_at), message_count = t.message_count + 1
  returning message_count - 1
$$;

-- Keeps the newest 500 messages of an end, sent and received together, so that the window has no gaps.
create function private.limit_recent_messages(owner uuid) returns void
language sql security definer set search_path = '' as $$
  with old as (
    select m.id, m.sent from (
      (select id, true as sent, created_at from public.private_messages where sender_id = owner and recent_for_sender order by created_at desc limit 600)
      union all
      (select id, false, created_at from public.private_messages where recipient_id = owner and recent_for_recipient order by created_at desc limit 600)
    ) m order by m.created_at desc, m.id desc offset 500)
  update public.private_messages p set recent_for_sender = p.recent_for_sender and not old.sent, recent_for_recipient = p.recent_for_recipient and old.sent
  from old where p.id = old.id
$$;

create function private.private_messages_add_to_threads(message public.private_messages) returns void
language plpgsql security definer set search_path = '' as $$
declare
  number integer;
begin
  -- The two inbox rows are always locked in the same order, so that two members who write to each other at once cannot deadlock.
  if message.sender_id < message.recipient_id then
    number := private.add_message_to_thread(message.sender_id, message.recipient_id, false, message.created_at);
    perform private.add_message_to_thread(message.recipient_id, message.sender_id, not message.read, message.created_at);
  else
    perform private.add_message_to_thread(message.recipient_id, message.sender_id, not message.read, message.created_at);
    number := private.add_message_to_thread(message.sender_id, message.recipient_id, false, message.created_at);
  end if;
  if number >= 100 then
    update public.private_messages set thread_page = number / 100 where id = message.id;
  end if;
end
$$;

create function private.private_messages_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  marked integer := 0;
begin
  if tg_op = 'INSERT' then
    perform private.private_messages_add_to_threads(new);
    perform private.add_known_person(new.sender_id, new.recipient_id, 'message'), private.add_known_person(new.recipient_id, new.sender_id, 'message');
    perform private.limit_recent_messages(new.sender_id), private.limit_recent_messages(new.recipient_id);
    perform private.queue_message_push(new);
  -- Not for the older ones that the update below marks: they are counted together, because thousands of updates of one inbox row are slow.
  elsif old.read is distinct from new.read and pg_trigger_depth() = 1 then
    -- A device marks the messages that it has. Older ones, which it may not have, are read with them.
    if new.read then
      -- First, as a new message does, which then changes old ones: otherwise the two could deadlock.
      perform from public.threads_index where owner_id = new.recipient_id and user_id = new.sender_id for update;
      with older as (
        update public.private_messages set read = true where id in (
          select m.id from public.private_messages m
          where m.recipient_id = new.recipient_id and m.sender_id = new.sender_id and not m.read and m.created_at < new.created_at
          order by m.created_at desc limit 200)
        returning id)
      select count(*) into marked from older;
      if marked = 200 then
        -- Not begin_work, whose first slice would be inside of this trigger.
        insert into private.open_work (kind, subject) values ('messages', new.id) on conflict (kind, subject) do update set due_at = now(), attempts = 0;
      end if;
    end if;
    update public.threads_index set unread = greatest(unread + case when new.read then -1 - marked else 1 end, 0)
    where owner_id = new.recipient_id and user_id = new.sender_id;
  end if;
  return null;
end
$$;
-- Work 'messages', after one was read that has more than 200 unread ones before it: marks the next, and with it another 200. True when none is left.
create function private.read_older_messages(message uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  update public.private_messages set read = true where id = (
    select o.id from public.private_messages m
    join public.private_messages o on o.recipient_id = m.recipient_id and o.sender_id = m.sender_id and not o.read and o.created_at < m.created_at
    where m.id = message and m.read order by o.created_at desc limit 1);
  return not found;
end
$$;

create trigger private_messages_after_write after insert or update of read on public.private_messages
  for each row execute function private.private_messages_after_write();
