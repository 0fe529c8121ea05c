-- Merchandise. What a thing costs stands here and nowhere else; an order counts as paid when Stripe's signed word came, not when a page says so.
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
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  constraint orders_quantity_one check (quantity = 1),
  constraint orders_status_known check (status in ('pending', 'paid', 'expired', 'disputed'))
);
create index orders_user_id on public.orders (user_id, created_at desc);
create index orders_item on public.orders (item);

-- Every event of Stripe once, in whatever order and however often it comes.
create table private.stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);

alter table public.orders enable row level security;
alter table private.items enable row level security;
alter table private.stripe_events enable row level security;
revoke all on public.orders from anon, authenticated;
revoke all on private.items, private.stripe_events from public, anon, authenticated;
grant all on public.orders to service_role;
grant select (id, user_id, item, quantity, amount_cents, currency, status, created_at, paid_at) on public.orders to authenticated;
create policy orders_are_seen_by_owner on public.orders for select to authenticated using (user_id = (select auth.uid()));

insert into private.rate_limits (action, max_count, per) values ('checkout', 20, interval '1 hour');

create function public.create_order(member_id uuid, item_id text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  thing private.items;
  made uuid;
begin
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

create function public.note_checkout_session(order_id uuid, session_id text) returns void
language sql security definer set search_path = '' as $$
  update public.orders set stripe_session_id = session_id where id = order_id and stripe_session_id is null
$$;

-- 'paid', 'expired', 'disputed' or 'ignored'; 'seen' when this event came before. A paid order never goes back to expired, whatever comes late; a payment of
-- another sum or currency than the order's is kept apart for the staff.
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
    update public.orders o set stripe_session_id = session_id, paid_at = coalesce(o.paid_at, now()),
      status = case when (bought.amount_cents, bought.currency) = (record_stripe_event.amount_cents, record_stripe_event.currency) then 'paid' else 'disputed' end
    where o.id = bought.id returning o.status into bought.status;
    return bought.status;
  elsif event_type = 'checkout.session.expired' and bought.status = 'pending' then
    update public.orders o set status = 'expired' where o.id = bought.id;
    return 'expired';
  end if;
  return 'ignored';
end
$$;

revoke all on function public.create_order(uuid, text), public.note_checkout_session(uuid, text),
  public.record_stripe_event(text, text, uuid, text, bigint, text, boolean) from public, anon, authenticated;
grant execute on function public.create_order(uuid, text), public.note_checkout_session(uuid, text),
  public.record_stripe_event(text, text, uuid, text, bigint, text, boolean) to service_role;
