-- What was seen and clicked. Address, browser, member and time are the server's; counted once per viewer, ad and hour, so that nobody clicks an ad rich.
create table public.ad_events (
  id uuid primary key default gen_random_uuid(),
  ad_id uuid not null references public.ads (id) on delete cascade,
  event_type text not null,
  user_id uuid references public.profiles (id) on delete set null,
  ip_address inet,
  user_agent text,
  -- member id or address: of whom one event counts per hour
  viewer text not null,
  counted_hour timestamptz not null,
  created_at timestamptz not null default now(),
  constraint ad_events_type_known check (event_type in ('impression', 'click')),
  constraint ad_events_once_per_hour unique (ad_id, event_type, viewer, counted_hour)
);
create index ad_events_user_id on public.ad_events (user_id);
create index ad_events_created_at on public.ad_events (created_at);

-- Sums of their own: addresses are forgotten after 30 days, counts are not.
create table private.ad_totals (
  ad_id uuid primary key references public.ads (id) on delete cascade,
  impressions bigint not null default 0,
  clicks bigint not null default 0
);

alter table public.ad_events enable row level security;
alter table private.ad_totals enable row level security;
revoke all on public.ad_events from anon, authenticated;
revoke all on private.ad_totals from public, anon, authenticated;
grant all on public.ad_events to service_role;

insert into private.rate_limits (action, max_count, per) values ('ad_event', 300, interval '1 hour');

-- Notes an impression or a click of the caller on an ad that runs. False, without a word more, when it does not count: seen already this hour, too many, or no such ad.
create function public.record_ad_event(ad_id uuid, event_type text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.reader_id();
  who text := coalesce(me::text, 'ip:' || coalesce(host(private.caller_address()), 'unknown'));
begin
  if event_type is null or event_type not in ('impression', 'click') then
    raise exception 'An ad event is an impression or a click.' using errcode = '22023';
  end if;
  perform public.refresh_ads();
  if not private.use_rate(who, 'ad_event') or not exists (select 1 from public.ads a where a.id = record_ad_event.ad_id and a.is_live) then
    return false;
  end if;
  insert into public.ad_events (ad_id, event_type, user_id, ip_address, user_agent, viewer, counted_hour)
  values (record_ad_event.ad_id, record_ad_event.event_type, me, private.caller_address(), private.caller_agent(), who, date_trunc('hour', now()))
  on conflict on constraint ad_events_once_per_hour do nothing;
  if not found then
    return false;
  end if;
  insert into private.ad_totals as t (ad_id, impressions, clicks)
  values (record_ad_event.ad_id, (event_type = 'impression')::integer, (event_type = 'click')::integer)
  on conflict on constraint ad_totals_pkey do update set impressions = t.impressions + excluded.impressions, clicks = t.clicks + excluded.clicks;
  return true;
end
$$;
revoke all on function public.record_ad_event(uuid, text) from public;
grant execute on function public.record_ad_event(uuid, text) to anon, authenticated, service_role;

-- Clicks / impressions * 100, rounded to one decimal; without impressions 0. A float, because JSON and JavaScript know no decimals.
create function private.ctr(clicks bigint, impressions bigint) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case when impressions = 0 then 0 else round(clicks * 100.0 / impressions, 1) end::double precision
$$;

-- For the ceo: one row per ad.
create function public.ad_stats() returns table (ad_id uuid, impressions bigint, clicks bigint, ctr double precision)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_ceo() then
    raise exception 'Access denied' using errcode = '42501';
  end if;
  return query
    select a.id, coalesce(t.impressions, 0), coalesce(t.clicks, 0), private.ctr(coalesce(t.clicks, 0), coalesce(t.impressions, 0))
    from public.ads a left join private.ad_totals t on t.ad_id = a.id order by a.created_at desc, a.id;
end
$$;
revoke all on function private.ctr(bigint, bigint) from public;
revoke all on function public.ad_stats() from public, anon;
grant execute on function public.ad_stats() to authenticated, service_role;

-- Addresses are kept for 30 days, to find forgers; then the events go and their sums stay. Called by the jobs.
create function public.forget_ad_events() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.ad_events where created_at < now() - interval '30 days';
  get diagnostics gone = row_count;
  return gone;
end
$$;
revoke all on function public.forget_ad_events() from public, anon, authenticated;
grant execute on function public.forget_ad_events() to service_role;
