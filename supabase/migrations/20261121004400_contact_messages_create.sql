-- The contact form. Saved by the function send-contact-email, which also mails it, or by REST; address and browser are the server's.
create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null,
  message text not null,
  user_id uuid references public.profiles (id) on delete set null,
  ip_address inet,
  user_agent text,
  created_at timestamptz not null default now(),
  constraint contact_messages_complete check (private.has_text(name) and private.has_text(email) and private.has_text(message)),
  constraint contact_messages_length check (char_length(name) <= 60 and char_length(email) <= 100 and char_length(message) <= 1000),
  -- One line each: name and address become header lines of a mail (CR LF would add more of them).
  constraint contact_messages_one_line check (name !~ '[[:cntrl:]\u0085\u2028\u2029]' and email !~ '[[:cntrl:]\u0085\u2028\u2029]'),
  constraint contact_messages_email_form check (email ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$')
);
comment on constraint contact_messages_complete on public.contact_messages is 'All fields are required.';
comment on constraint contact_messages_length on public.contact_messages is 'One or more fields exceed the maximum length.';
comment on constraint contact_messages_one_line on public.contact_messages is 'Name and email must be a single line.';
comment on constraint contact_messages_email_form on public.contact_messages is 'Please enter a valid email address.';
create index contact_messages_user_id on public.contact_messages (user_id);
create index contact_messages_newest on public.contact_messages (created_at desc);

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from anon, authenticated;
grant select, insert, delete on public.contact_messages to service_role;
grant insert (id, name, email, message) on public.contact_messages to anon, authenticated;
grant select on public.contact_messages to authenticated;
create policy contact_messages_are_sent_by_anyone on public.contact_messages for insert to anon, authenticated
  with check (user_id is not distinct from (select auth.uid()));
create policy contact_messages_are_read_by_staff on public.contact_messages for select to authenticated using ((select private.is_staff()));

insert into private.rate_limits (action, max_count, per) values ('contact', 5, interval '1 hour');

-- Trims, and stamps what a visitor or member sends directly.
create function private.contact_messages_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.message := private.trimmed(new.message);
  if private.is_api_caller() then
    if not private.use_my_rate('contact') then
      raise exception 'You have written to us very often in the last hour. Please try again later.' using errcode = 'PT429';
    end if;
    new.user_id := (select p.id from public.profiles p where p.id = (select auth.uid()));
    new.ip_address := private.caller_address();
    new.user_agent := private.caller_agent();
    new.created_at := now();
  end if;
  return new;
end
$$;
revoke all on function private.contact_messages_check_row() from public;
create trigger contact_messages_check_row before insert on public.contact_messages
  for each row execute function private.contact_messages_check_row();

-- For the function send-contact-email, which knows the sender's address. Refuses (PT429) when `who` has written too often.
create function public.save_contact_message(name text, email text, message text, member_id uuid, address text, agent text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  saved uuid;
begin
  if not private.use_rate(coalesce(member_id::text, 'ip:' || coalesce(host(private.as_address(address)), 'unknown')), 'contact') then
    raise exception 'You have written to us very often in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.contact_messages (name, email, message, user_id, ip_address, user_agent)
  values (save_contact_message.name, save_contact_message.email, save_contact_message.message,
    (select p.id from public.profiles p where p.id = member_id), private.as_address(address), left(agent, 400))
  returning id into saved;
  return saved;
end
$$;
revoke all on function public.save_contact_message(text, text, text, uuid, text, text) from public, anon, authenticated;
grant execute on function public.save_contact_message(text, text, text, uuid, text, text) to service_role;
