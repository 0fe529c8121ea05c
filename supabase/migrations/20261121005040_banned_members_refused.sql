-- A banned member reads as a guest and writes nothing: they order nothing with their account and get no push on new devices. What stays open to them is what
-- everybody has a right to: their data, the end of their account, and a letter to us.
create function private.assert_not_banned(member_id uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if exists (select 1 from public.profiles p where p.id = member_id and p.is_banned) then
    raise exception 'Your account is banned.' using errcode = '42501';
  end if;
end
$$;
revoke all on function private.assert_not_banned(uuid) from public;

create or replace function public.create_order(member_id uuid, item_id text) returns jsonb
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

create or replace function public.save_push_subscription(member_id uuid, endpoint text, p256dh text, auth text, agent text) returns void
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
