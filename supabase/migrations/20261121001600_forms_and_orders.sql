-- Forms that are open to everyone (contact, reports of child abuse) and orders of merchandise.

-- The contact form. Saved by the Edge Function send-contact-email, which also sends the mail, or by REST; address and browser are set by the server.
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
  -- Name and e-mail become header lines of a mail; a line break would add another header.
  constraint contact_messages_one_line check (name !~ '[[:cntrl:]\u0085\u2028\u2029]' and email !~ '[[:cntrl:]\u0085\u2028\u2029]'),
  constraint contact_messages_email_form check (email ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$')
);
comment on constraint contact_messages_complete on public.contact_messages is 'All fields are required.';
comment on constraint contact_messages_length on public.contact_messages is 'One or more fields exceed the maximum length.';
comment on constraint contact_messages_one_line on public.contact_messages is 'Name and email must be a single line.';
comment on constraint contact_messages_email_form on public.contact_messages is 'Please enter a valid email address.';
create index contact_messages_user_id on public.contact_messages (user_id);
create index contact_messages_newest on public.contact_messages (created_at desc);

-- Reports of child abuse. Nobody changes or deletes them; staff read them. Files are in the bucket csae-report-files.
create table public.csae_reports (
  id uuid primary key default gen_random_uuid(),
  post_url text not null,
  victim_username text,
  description text not null,
  reporter_email text,
  -- names in the bucket csae-report-files, all in one folder
  storage_paths text[] not null default '{}',
  reporter_id uuid references public.profiles (id) on delete set null,
  ip_address inet,
  user_agent text,
  created_at timestamptz not null default now(),
  constraint csae_reports_url_form check (post_url ~* '^https?://[^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff/?#@]+([/?#][^\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]*)?$' and char_length(post_url) <= 2048),
  constraint csae_reports_description_length check (private.has_text(description) and char_length(description) <= 10000),
  constraint csae_reports_victim_length check (char_length(victim_username) <= 60),
  constraint csae_reports_email_form check (char_length(reporter_email) <= 254 and reporter_email ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~.-]+@[A-Za-z0-9.-]+\.[A-Za-z0-9-]+$'),
  constraint csae_reports_files_bounded check (cardinality(storage_paths) <= 10)
);
comment on constraint csae_reports_url_form on public.csae_reports is 'Please enter the address (URL) of the post.';
comment on constraint csae_reports_description_length on public.csae_reports is 'Please describe what you saw, in at most 10,000 characters.';
comment on constraint csae_reports_victim_length on public.csae_reports is 'A username has at most 60 characters.';
comment on constraint csae_reports_email_form on public.csae_reports is 'Please enter a valid email address.';
comment on constraint csae_reports_files_bounded on public.csae_reports is 'A report may have at most 10 attachments.';
create index csae_reports_reporter_id on public.csae_reports (reporter_id);
create index csae_reports_newest on public.csae_reports (created_at desc);
-- For private.is_reported.
create index csae_reports_post on public.csae_reports (private.post_in_address(post_url));
create index csae_reports_storage_paths on public.csae_reports using gin (storage_paths);

-- Merchandise. Prices are set here only. An order is paid when Stripe's signed event arrives, not when a page reports it.
create table private.items (
  id text primary key,
  name text not null,
  price_cents integer not null check (price_cents > 0),
  currency text not null default 'usd'
);
insert into private.items (id, name, price_cents) values ('sticker', 'Rangeday sticker, 2.5 inch', 100);

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  item text not null references private.items (id),
  quantity integer not null default 1,
  amount_cents integer not null,
  currency text not null,
  status text not null default 'pending',
  stripe_session_id text unique,
  -- Stripe's page of this order, and until when it can be paid there; null once Stripe reported how it ended
  checkout_url text,
  checkout_expires_at timestamptz,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  constraint orders_checkout_url_safe check (checkout_url ~ '^https?://' and char_length(checkout_url) <= 2048),
  constraint orders_quantity_one check (quantity = 1),
  constraint orders_status_known check (status in ('pending', 'paid', 'expired', 'disputed'))
);
create index orders_user_id on public.orders (user_id, created_at desc);
create index orders_item on public.orders (item);

-- Every Stripe event once, in whatever order and however often it arrives.
create table private.stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index stripe_events_received_at on private.stripe_events using brin (received_at);

-- Stripe repeats an event for three days. Called by the jobs.
create function public.forget_stripe_events() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from private.stripe_events where id in (select e.id from private.stripe_events e where e.received_at < now() - interval '1 year' limit 10000);
  get diagnostics gone = row_count;
  return gone;
end
$$;

create index contact_messages_with_sender on public.contact_messages (created_at) where ip_address is not null or user_agent is not null;
-- Address and browser of a sender are needed only while an abuse is recent. Called by the jobs.
create function public.forget_contact_senders() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  update public.contact_messages set ip_address = null, user_agent = null where id in (
    select m.id from public.contact_messages m
    where m.created_at < now() - interval '30 days' and (m.ip_address is not null or m.user_agent is not null) limit 1000);
  get diagnostics gone = row_count;
  return gone;
end
$$;

alter table public.contact_messages enable row level security;
alter table public.csae_reports enable row level security;
alter table private.items enable row level security;
alter table public.orders enable row level security;
alter table private.stripe_events enable row level security;
-- Not even the service changes or deletes a report.
revoke all on public.csae_reports from service_role;
grant select, insert on public.csae_reports to service_role;
grant insert (id, name, email, message) on public.contact_messages to anon, authenticated;
grant insert (id, post_url, victim_username, description, reporter_email, storage_paths, created_at) on public.csae_reports to anon, authenticated;
grant select on public.contact_messages, public.csae_reports to authenticated;
grant select (id, user_id, item, quantity, amount_cents, currency, status, checkout_url, checkout_expires_at, created_at, paid_at) on public.orders to authenticated;
create policy contact_messages_are_sent_by_anyone on public.contact_messages for insert to anon, authenticated
  with check (user_id is not distinct from (select auth.uid()));
create policy contact_messages_are_read_by_staff on public.contact_messages for select to authenticated using ((select private.is_staff()));
create policy csae_reports_are_filed_by_anyone on public.csae_reports for insert to anon, authenticated
  with check (reporter_id is not distinct from (select p.id from public.profiles p where p.id = (select auth.uid())));
create policy csae_reports_are_read_by_staff on public.csae_reports for select to authenticated using ((select private.is_staff()));
create policy orders_are_read_by_owner on public.orders for select to authenticated using (user_id = (select auth.uid()));

-- Contact

create function private.contact_messages_before_insert() returns trigger
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
create trigger contact_messages_before_insert before insert on public.contact_messages
  for each row execute function private.contact_messages_before_insert();

-- For the Edge Function send-contact-email, which knows the sender's address. Refuses (PT429) a sender who has written too often.
create function public.save_contact_message(name text, email text, message text, member_id uuid, address text, agent text) returns uuid
language plpgsql security definer set search_path = '' as $$
declare
  saved uuid;
begin
  if not private.use_rate(coalesce(member_id::text, private.visitor_key(private.as_address(address))), 'contact') then
    raise exception 'You have written to us very often in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  insert into public.contact_messages (name, email, message, user_id, ip_address, user_agent)
  values (save_contact_message.name, save_contact_message.email, save_contact_message.message,
    (select p.id from public.profiles p where p.id = member_id), private.as_address(address), left(agent, 400))
  returning id into saved;
  return saved;
end
$$;

-- Reports of child abuse

-- True when every path is a well-formed name of a stored file, all in one folder, and none belongs to another report.
create function private.are_report_files(paths text[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(bool_and(private.ids_in_path(path, 1) is not null
      and split_part(path, '/', 1) = split_part(paths[1], '/', 1)
      and exists (select 1 from storage.objects o where o.bucket_id = 'csae-report-files' and o.name = path)), true)
    and not exists (select 1 from public.csae_reports r where r.storage_paths && paths)
  from unnest(paths) path
$$;
grant execute on function private.are_report_files(text[]) to anon, authenticated;

create function private.csae_reports_before_insert() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.post_url := private.trimmed(new.post_url);
  new.victim_username := nullif(private.trimmed(new.victim_username), '');
  new.description := private.trimmed(new.description);
  new.reporter_email := nullif(private.trimmed(new.reporter_email), '');
  if private.is_api_caller() then
    if not private.use_my_rate('csae_report') then
      raise exception 'You have sent very many reports in the last hour. Please try again later.' using errcode = 'PT429';
    end if;
    if not private.are_report_files(new.storage_paths) then
      raise exception 'We could not find the attachments. Please remove them and try again.' using errcode = '23514';
    end if;
    new.reporter_id := (select p.id from public.profiles p where p.id = (select auth.uid()));
    new.ip_address := private.caller_address();
    new.user_agent := private.caller_agent();
    new.created_at := now();
  end if;
  return new;
end
$$;
create trigger csae_reports_before_insert before insert on public.csae_reports
  for each row execute function private.csae_reports_before_insert();

-- Also for the service and for cascades. The only change is that a deleted reporter's id becomes null.
create function private.csae_reports_before_change() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.reporter_id is null and to_jsonb(new) - 'reporter_id' = to_jsonb(old) - 'reporter_id' then
    return new;
  end if;
  raise exception 'A report cannot be changed or deleted.' using errcode = '42501';
end
$$;
create trigger csae_reports_before_change before update or delete on public.csae_reports
  for each row execute function private.csae_reports_before_change();
create trigger csae_reports_before_truncate before truncate on public.csae_reports
  for each statement execute function private.csae_reports_before_change();

-- Orders. For the Edge Functions.

create function public.create_order(member_id uuid, item_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  thing private.items;
  made uuid;
begin
  perform private.assert_not_banned(member_id);
  select * into thing from private.items i where i.id = item_id;
  if not found then
    raise exception 'This is not for sale.' using errcode = 'P0002';
  end if;
  insert into public.orders (user_id, item, amount_cents, currency)
  values ((select p.id from public.profiles p where p.id = member_id), thing.id, thing.price_cents, thing.currency)
  returning id into made;
  return jsonb_build_object('id', made, 'name', thing.name, 'amount_cents', thing.price_cents, 'currency', thing.currency);
end
$$;

-- For the ceo: the newest 100 orders before a time, with their buyers.
create function public.all_orders(before timestamptz default null) returns table (
  id uuid, username text, item text, amount_cents integer, currency text, status text, created_at timestamptz, paid_at timestamptz
)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_ceo() then
    raise exception 'Access denied' using errcode = '42501';
  end if;
  return query
    select o.id, p.username, o.item, o.amount_cents, o.currency, o.status, o.created_at, o.paid_at
    from public.orders o left join public.profiles p on p.id = o.user_id
    where all_orders.before is null or o.created_at < all_orders.before order by o.created_at desc, o.id limit 100;
end
$$;
grant execute on function public.all_orders(timestamptz) to authenticated;

-- An order for which Stripe made no page: nobody can pay it.
create function public.expire_order(order_id uuid) returns void
language sql security definer set search_path = '' as $$
  update public.orders set status = 'expired' where id = order_id and status = 'pending' and stripe_session_id is null
$$;

-- Where the buyer can finish paying. An address that is too long to store is left out: the buyer has already been sent there.
create function public.note_checkout_session(order_id uuid, session_id text, url text, expires_at timestamptz) returns void
language sql security definer set search_path = '' as $$
  update public.orders set stripe_session_id = session_id, checkout_url = case when char_length(url) <= 2048 then url end, checkout_expires_at = expires_at
  where id = order_id and stripe_session_id is null
$$;

-- Returns 'paid', 'expired', 'disputed' or 'ignored'; 'seen' for an event that came before. A paid order never becomes expired, however late an event
-- arrives. A payment of another amount or currency than the order's is 'disputed', for staff to look at.
create function public.record_stripe_event(event_id text, event_type text, order_id uuid, session_id text, amount_cents bigint, currency text, is_paid boolean)
returns text
language plpgsql security definer set search_path = '' as $$
declare
  bought public.orders;
begin
  insert into private.stripe_events (id, type) values (event_id, event_type) on conflict do nothing;
  if not found then
    return 'seen';
  end if;
  select * into bought from public.orders o where o.id = order_id and coalesce(o.stripe_session_id, session_id) = session_id for update;
  if not found then
    return 'ignored';
  end if;
  if event_type in ('checkout.session.completed', 'checkout.session.async_payment_succeeded') and is_paid then
    update public.orders o set stripe_session_id = session_id, checkout_url = null, paid_at = coalesce(o.paid_at, now()),
      status = case when (bought.amount_cents, bought.currency) = (record_stripe_event.amount_cents, record_stripe_event.currency) then 'paid' else 'disputed' end
    where o.id = bought.id returning o.status into bought.status;
    return bought.status;
  elsif event_type = 'checkout.session.expired' and bought.status = 'pending' then
    update public.orders o set status = 'expired', checkout_url = null where o.id = bought.id;
    return 'expired';
  end if;
  return 'ignored';
end
$$;
