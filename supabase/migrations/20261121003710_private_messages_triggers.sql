-- Refuses a message that may not be sent, with one sentence for all reasons that lie with the other side.
create function private.assert_may_message(recipient uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if recipient is distinct from me and (private.are_blocked(me, recipient)
    or not exists (select 1 from public.profiles where id = recipient and not is_banned)) then
    raise exception 'This member cannot receive messages from you.' using errcode = '42501';
  end if;
  if not private.use_rate(me::text, 'message') then
    raise exception 'You have sent very many messages in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
end
$$;
revoke all on function private.assert_may_message(uuid) from public;
grant execute on function private.assert_may_message(uuid) to authenticated;
insert into private.rate_limits (action, max_count, per) values ('message', 300, interval '1 hour');

create function private.private_messages_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    if tg_op = 'UPDATE' then
      perform private.assert_may_write(false);
      return new;
    end if;
    perform private.assert_may_write(true);
    if new.sender_id = (select auth.uid()) then
      perform private.assert_may_message(new.recipient_id);
    end if;
    new.read := false;
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger private_messages_check_row before insert or update on public.private_messages
  for each row execute function private.private_messages_check_row();

-- One message more in `owner`'s inbox; gives its number in the thread, from 0.
create function private.count_message(owner uuid, other uuid, is_unread boolean, sent_at timestamptz) returns integer
language sql security definer set search_path = '' as $$
  insert into public.threads_index as t (owner_id, user_id, username, profile_image_url, unread, last_sent_at, message_count)
  select owner, p.id, p.username, p.profile_image_url, is_unread::integer, sent_at, 1 from public.profiles p where p.id = other
  on conflict (owner_id, user_id) do update set unread = t.unread + excluded.unread,
    last_sent_at = greatest(t.last_sent_at, excluded.last_sent_at), message_count = t.message_count + 1
  returning message_count - 1
$$;

-- Keeps the newest 500 of an end, sent and received together: the window has no holes.
create function private.cool_old_messages(owner uuid) returns void
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

create function private.private_messages_arrive() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  place integer;
begin
  -- The two inbox rows are always taken in one order: two members who write to each other at once do not wait in a circle.
  if new.sender_id < new.recipient_id then
    place := private.count_message(new.sender_id, new.recipient_id, false, new.created_at);
    perform private.count_message(new.recipient_id, new.sender_id, not new.read, new.created_at);
  else
    perform private.count_message(new.recipient_id, new.sender_id, not new.read, new.created_at);
    place := private.count_message(new.sender_id, new.recipient_id, false, new.created_at);
  end if;
  if place >= 100 then
    update public.private_messages set thread_page = place / 100 where id = new.id;
  end if;
  perform private.know(new.sender_id, new.recipient_id, 'message'), private.know(new.recipient_id, new.sender_id, 'message');
  perform private.cool_old_messages(new.sender_id), private.cool_old_messages(new.recipient_id);
  return null;
end
$$;
create trigger private_messages_arrive after insert on public.private_messages
  for each row execute function private.private_messages_arrive();

create function private.private_messages_are_read() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.threads_index set unread = greatest(unread + case when new.read then -1 else 1 end, 0)
  where owner_id = new.recipient_id and user_id = new.sender_id;
  return null;
end
$$;
create trigger private_messages_are_read after update of read on public.private_messages
  for each row when (old.read is distinct from new.read) execute function private.private_messages_are_read();

create function private.profiles_reach_threads() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.threads_index set username = new.username, profile_image_url = new.profile_image_url where user_id = new.id;
  return null;
end
$$;
create trigger profiles_reach_threads after update of username, profile_image_url on public.profiles
  for each row when ((old.username, old.profile_image_url) is distinct from (new.username, new.profile_image_url))
  execute function private.profiles_reach_threads();

revoke all on function private.count_message(uuid, uuid, boolean, timestamptz), private.cool_old_messages(uuid), private.private_messages_arrive(),
  private.private_messages_are_read(), private.profiles_reach_threads() from public;
