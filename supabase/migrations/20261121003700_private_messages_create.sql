-- One message is one row, read by its two ends. Nobody edits or deletes it; the recipient marks it read. Each end has a window of its newest 500
-- on its devices; older ones come page by page, 100 messages of a thread each, numbered for both alike.
create table public.private_messages (
  id uuid primary key default gen_random_uuid(),
  sender_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  recipient_id uuid not null references public.profiles (id) on delete cascade,
  content text not null,
  read boolean not null default false,
  -- of the pair's thread, counted from 0
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
create index private_messages_recent_sent on public.private_messages (sender_id, created_at desc) where recent_for_sender;
create index private_messages_recent_received on public.private_messages (recipient_id, created_at desc) where recent_for_recipient;

-- The inbox: one row per owner and other side. Name, time and badge; no preview.
create table public.threads_index (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  username text,
  profile_image_url text,
  unread integer not null default 0,
  last_sent_at timestamptz not null,
  -- all messages of the thread, both ways; last page of the history = (message_count - 1) / 100
  message_count integer not null default 0,
  primary key (owner_id, user_id)
);
create index threads_index_user_id on public.threads_index (user_id);

alter table public.private_messages enable row level security;
alter table public.threads_index enable row level security;
revoke all on public.private_messages, public.threads_index from anon, authenticated;
grant all on public.private_messages, public.threads_index to service_role;
grant select on public.private_messages, public.threads_index to authenticated;
-- read and created_at may be named on insert: the server puts its own in their place.
grant insert (id, sender_id, recipient_id, content, read, created_at), update (read) on public.private_messages to authenticated;

create policy private_messages_are_seen_by_both on public.private_messages for select to authenticated
  using (sender_id = (select private.reader_id()) or recipient_id = (select private.reader_id()));
create policy private_messages_are_sent_by_sender on public.private_messages for insert to authenticated with check (sender_id = (select auth.uid()));
create policy private_messages_are_read_by_recipient on public.private_messages for update to authenticated
  using (recipient_id = (select private.reader_id())) with check (recipient_id = (select auth.uid()));
create policy threads_index_is_seen_by_owner on public.threads_index for select to authenticated using (owner_id = (select private.reader_id()));

-- Answers for the caller alone; asked for anybody else it is empty. Unread first, then the latest.
create function public.get_conversations(current_user_id uuid)
returns table (user_id uuid, username text, unread integer, last_sent_at timestamptz)
language sql stable set search_path = '' as $$
  select t.user_id, t.username, t.unread, t.last_sent_at from public.threads_index t
  where t.owner_id = (select private.reader_id()) and t.owner_id = current_user_id
  order by (t.unread > 0) desc, t.last_sent_at desc
$$;
revoke all on function public.get_conversations(uuid) from public, anon;
grant execute on function public.get_conversations(uuid) to authenticated, service_role;

insert into private.crud_tables (table_name, owner_column, operations) values ('private_messages', 'sender_id', '{PUT,PATCH}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('private_messages', 'sender_id', 'uuid', 'write', null, false),
  ('private_messages', 'recipient_id', 'uuid', 'write', null, false),
  ('private_messages', 'content', 'text', 'write', null, false),
  ('private_messages', 'read', 'boolean', 'ignore', 'write', false),
  ('private_messages', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.private_messages, public.threads_index;
