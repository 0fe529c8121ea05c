-- Advertising. The ceo sees and changes all ads; everybody sees those that run today.
create table public.ad_clients (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint ad_clients_name_length check (private.has_text(name) and char_length(name) <= 120)
);
create unique index ad_clients_name_key on public.ad_clients (lower(name));
create index ad_clients_created_by on public.ad_clients (created_by);
comment on constraint ad_clients_name_length on public.ad_clients is 'A client needs a name of at most 120 characters.';

create table public.ads (
  id uuid primary key default gen_random_uuid(),
  title text not null,
  type text not null,
  destination_url text,
  image_url text not null,
  mobile_image_url text,
  -- days in UTC; the last one counts
  start_date date not null default current_date,
  end_date date,
  active boolean not null default true,
  client_id uuid not null references public.ad_clients (id) on delete restrict,
  created_by uuid default auth.uid() references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  -- active, running today, and its pictures are in Storage. Streams cannot compare dates with today, so a trigger and refresh_ads() keep it.
  is_live boolean not null default false,
  -- Place in the order of today (private.ad_turn), in which every device shows the ads that run. Kept like is_live.
  turn integer not null default 0,
  constraint ads_title_length check (private.has_text(title) and char_length(title) <= 120),
  constraint ads_type_known check (type in ('square', 'banner', 'skyscraper', 'mobile')),
  constraint ads_destination_safe check (private.is_media_url(destination_url)),
  constraint ads_image_safe check (private.is_media_url(image_url) and private.is_media_url(mobile_image_url) is not false),
  constraint ads_dates_in_order check (end_date >= start_date)
);
comment on constraint ads_title_length on public.ads is 'An ad needs a title of at most 120 characters.';
comment on constraint ads_type_known on public.ads is 'An ad is a square, banner, skyscraper or mobile ad.';
comment on constraint ads_destination_safe on public.ads is 'The address an ad leads to must begin with https://.';
comment on constraint ads_image_safe on public.ads is 'That image address cannot be used.';
comment on constraint ads_dates_in_order on public.ads is 'An ad cannot end before it starts.';
create index ads_client_id on public.ads (client_id);
create index ads_created_by on public.ads (created_by);
create index ads_live on public.ads (type) where is_live;

-- Impressions and clicks. Address, browser, member and time are set by the server; one event per viewer, ad and hour is counted.
create table public.ad_events (
  id uuid default gen_random_uuid(),
  ad_id uuid not null references public.ads (id) on delete cascade,
  event_type text not null,
  user_id uuid references public.profiles (id) on delete set null,
  ip_address inet,
  user_agent text,
  -- member id or address; one event per viewer is counted per hour
  viewer text not null,
  counted_hour timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (id, counted_hour),
  constraint ad_events_type_known check (event_type in ('impression', 'click')),
  constraint ad_events_once_per_hour unique (ad_id, event_type, viewer, counted_hour)
) partition by range (counted_hour);
create index ad_events_user_id on public.ad_events (user_id);
create index ad_events_created_at on public.ad_events (created_at);

-- A partition for each month, so that old events are dropped with their table and not row by row. In schema private: nobody has grants there.
-- The last one takes what no month takes, if the jobs have not run.
create table private.ad_events_rest partition of public.ad_events default;
alter table private.ad_events_rest enable row level security;

create function private.make_ad_event_partitions() returns void
language plpgsql security definer set search_path = '' as $$
declare
  month timestamptz;
  name text;
begin
  -- This month and the next. In UTC, whatever the session's time zone is.
  for ahead in 0..1 loop
    month := date_trunc('month', now() at time zone 'utc' + make_interval(months => ahead)) at time zone 'utc';
    name := 'ad_events_' || to_char(month at time zone 'utc', 'YYYY_MM');
    continue when to_regclass('private.' || name) is not null
      or exists (select 1 from private.ad_events_rest r
        where r.counted_hour >= month and r.counted_hour < (month at time zone 'utc' + interval '1 month') at time zone 'utc');
    execute format('create table private.%I partition of public.ad_events for values from (%L) to (%L)',
      name, month, (month at time zone 'utc' + interval '1 month') at time zone 'utc');
    execute format('alter table private.%I enable row level security', name);
  end loop;
end
$$;
select private.make_ad_event_partitions();

-- Sums per day (UTC) in a table of their own: events and their addresses are deleted after 30 days, sums are not.
create table private.ad_days (
  ad_id uuid not null references public.ads (id) on delete cascade,
  day date not null,
  impressions bigint not null default 0,
  clicks bigint not null default 0,
  primary key (ad_id, day)
);

create function private.runs_today(active boolean, start_date date, end_date date) returns boolean
language sql stable set search_path = '' as $$
  select active and (now() at time zone 'utc')::date between start_date and coalesce(end_date, 'infinity'::date)
$$;
grant execute on function private.runs_today(boolean, date, date) to anon, authenticated;

-- A picture in our storage is uploaded and was checked; one elsewhere, and none, count as there.
create function private.has_public_file(url text) returns boolean
language sql stable security definer set search_path = '' as $$
  select url is null or not url ^@ '/storage/v1/object/public/public-media/'
    or private.has_checked_file('public-media', substr(url, char_length('/storage/v1/object/public/public-media/') + 1))
$$;

-- Everybody sees an ad while it runs and its pictures are there.
create function private.is_shown(ad public.ads) returns boolean
language sql stable set search_path = '' as $$
  select private.runs_today(ad.active, ad.start_date, ad.end_date)
    and private.has_public_file(ad.image_url) and private.has_public_file(ad.mobile_image_url)
$$;
grant execute on function private.has_public_file(text), private.is_shown(public.ads) to anon, authenticated;

-- A number of 0–996 that differs from day to day, so that no ad always follows the same one or has the same hours.
create function private.ad_turn(ad_id uuid, day date) returns integer
language sql immutable parallel safe set search_path = '' as $$
  select ('x' || left(md5(ad_id::text || (day - date '2000-01-01')::text), 7))::bit(28)::integer % 997
$$;
create function private.turn_today(ad_id uuid) returns integer
language sql stable set search_path = '' as $$
  select private.ad_turn(ad_id, (now() at time zone 'utc')::date)
$$;
grant execute on function private.ad_turn(uuid, date), private.turn_today(uuid) to authenticated;

-- A step of files_after_insert.
create function private.ad_file_arrived(path text) returns void
language sql security definer set search_path = '' as $$
  update public.ads set is_live = true
  where not is_live and '/storage/v1/object/public/public-media/' || path in (image_url, mobile_image_url) and private.is_shown(ads)
$$;

alter table public.ad_clients enable row level security;
alter table public.ads enable row level security;
alter table public.ad_events enable row level security;
alter table private.ad_days enable row level security;
grant select on public.ads to anon, authenticated;
grant insert (id, title, type, destination_url, image_url, mobile_image_url, start_date, end_date, active, client_id, created_by, created_at)
  on public.ads to authenticated;
grant update (title, type, destination_url, image_url, mobile_image_url, start_date, end_date, active, client_id) on public.ads to authenticated;
grant delete on public.ads to authenticated;
grant select, delete on public.ad_clients to authenticated;
grant insert (id, name, created_by, created_at) on public.ad_clients to authenticated;
grant update (name) on public.ad_clients to authenticated;
create policy ads_are_read_while_they_run on public.ads for select to anon, authenticated
  using (private.is_shown(ads) or (select private.is_ceo()));
create policy ads_are_made_by_ceo on public.ads for insert to authenticated
  with check ((select private.is_ceo()) and created_by = (select auth.uid()));
create policy ads_are_changed_by_ceo on public.ads for update to authenticated using ((select private.is_ceo())) with check ((select private.is_ceo()));
create policy ads_are_deleted_by_ceo on public.ads for delete to authenticated using ((select private.is_ceo()));
create policy ad_clients_are_read_by_ceo on public.ad_clients for select to authenticated using ((select private.is_ceo()));
create policy ad_clients_are_made_by_ceo on public.ad_clients for insert to authenticated
  with check ((select private.is_ceo()) and created_by = (select auth.uid()));
create policy ad_clients_are_changed_by_ceo on public.ad_clients for update to authenticated using ((select private.is_ceo())) with check ((select private.is_ceo()));
create policy ad_clients_are_deleted_by_ceo on public.ad_clients for delete to authenticated using ((select private.is_ceo()));

create function private.ads_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() and tg_op = 'INSERT' then
    new.created_at := now();
  end if;
  new.is_live := private.is_shown(new);
  new.turn := private.turn_today(new.id);
  return new;
end
$$;
create trigger ads_before_write before insert or update on public.ads
  for each row execute function private.ads_before_write();

create function private.ad_clients_before_insert() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    new.created_at := now();
  end if;
  return new;
end
$$;
create trigger ad_clients_before_insert before insert on public.ad_clients
  for each row execute function private.ad_clients_before_insert();

-- Updates is_live and turn after midnight; writes only rows that are wrong. Called by the jobs, and by every counted view.
create function public.refresh_ads() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  changed integer;
begin
  update public.ads set is_live = private.is_shown(ads), turn = private.turn_today(id)
  where is_live <> private.is_shown(ads) or (is_live and turn <> private.turn_today(id));
  get diagnostics changed = row_count;
  return changed;
end
$$;

-- Records an impression or a click of the caller. `event_id` is made on the device, so that a repeated call does not count again. `seconds_ago`: how long
-- it waited on a device without a network. It counts in its own hour and day, up to seven days back, if the ad ran then: a device that lies about it gains
-- no more than one view an hour of the last week, and a rate of its own limits how fast.
-- False, without a reason, when it does not count: counted before, or in that hour, too many, or no such ad ran.
create function public.record_ad_event(ad_id uuid, event_type text, event_id uuid default gen_random_uuid(), seconds_ago integer default 0) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := private.reader_id();
  who text := coalesce(me::text, private.visitor_key(private.caller_address()));
  late interval := make_interval(secs => greatest(coalesce(seconds_ago, 0), 0));
  seen timestamptz := now() - late;
  seen_on date := (seen at time zone 'utc')::date;
begin
  if event_type is null or event_type not in ('impression', 'click') then
    raise exception 'An ad event is an impression or a click.' using errcode = '22023';
  end if;
  -- First, because a call above the limit must cost nothing else.
  if not private.use_rate(who, 'ad_event') or late > interval '7 days' or (late >= interval '1 hour' and not private.use_rate(who, 'late_ad_event')) then
    return false;
  end if;
  perform public.refresh_ads();
  if not exists (select 1 from public.ads a where a.id = record_ad_event.ad_id and a.active and a.created_at <= seen
    and seen_on between a.start_date and coalesce(a.end_date, 'infinity'::date) and (a.is_live or seen_on < (now() at time zone 'utc')::date)) then
    return false;
  end if;
  -- A repeated call may arrive in another hour.
  if exists (select 1 from public.ad_events e where e.id = event_id) then
    return false;
  end if;
  insert into public.ad_events (id, ad_id, event_type, user_id, ip_address, user_agent, viewer, counted_hour)
  values (coalesce(event_id, gen_random_uuid()), record_ad_event.ad_id, record_ad_event.event_type, me, private.caller_address(), private.caller_agent(), who,
    date_trunc('hour', seen))
  on conflict do nothing;
  if not found then
    return false;
  end if;
  insert into private.ad_days as t (ad_id, day, impressions, clicks)
  values (record_ad_event.ad_id, seen_on, (event_type = 'impression')::integer, (event_type = 'click')::integer)
  on conflict on constraint ad_days_pkey do update set impressions = t.impressions + excluded.impressions, clicks = t.clicks + excluded.clicks;
  return true;
end
$$;
grant execute on function public.record_ad_event(uuid, text, uuid, integer) to anon, authenticated;

-- Clicks / impressions * 100, rounded to one decimal; 0 without impressions. A float, because JSON and JavaScript have no decimals.
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
    select a.id, coalesce(t.impressions, 0)::bigint, coalesce(t.clicks, 0)::bigint,
      private.ctr(coalesce(t.clicks, 0)::bigint, coalesce(t.impressions, 0)::bigint)
    from public.ads a left join (select d.ad_id, sum(d.impressions) as impressions, sum(d.clicks) as clicks from private.ad_days d group by d.ad_id) t
      on t.ad_id = a.id
    order by a.created_at desc, a.id;
end
$$;
grant execute on function public.ad_stats() to authenticated;

-- For the ceo: what was counted on each of the last days (UTC), today included. Days without events have no row.
create function public.ad_days(days integer default 14) returns table (ad_id uuid, day date, impressions bigint, clicks bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_ceo() then
    raise exception 'Access denied' using errcode = '42501';
  end if;
  return query
    select d.ad_id, d.day, d.impressions, d.clicks from private.ad_days d
    where d.day > (now() at time zone 'utc')::date - least(greatest(ad_days.days, 1), 366) order by d.ad_id, d.day;
end
$$;
grant execute on function public.ad_days(integer) to authenticated;

-- Addresses are kept for 30 days, to find click fraud. Called by the jobs, which also make the partitions of the coming months here.
create function public.forget_ad_events() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
  old text;
begin
  perform private.make_ad_event_partitions();
  -- A whole month at once, when the last day of it is old enough.
  for old in
    select c.relname from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.ad_events'::regclass and c.relname ~ '^ad_events_[0-9]{4}_[0-9]{2}$'
      and to_date(right(c.relname, 7), 'YYYY_MM') + interval '1 month' < now() at time zone 'utc' - interval '31 days'
  loop
    execute format('drop table private.%I', old);
  end loop;
  delete from public.ad_events where (id, counted_hour) in (
    select e.id, e.counted_hour from public.ad_events e where e.created_at < now() - interval '30 days' limit 10000);
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- The first screen of a device without a replica, in one small answer that the sync streams replace: {posts, ads}, the newest public posts, and an ad
-- for the feed, chosen at random. If it is only for narrow windows, one for the others follows. Reads with the caller's rights.
create function public.first_posts() returns jsonb
language sql volatile security invoker set search_path = '' as $$
  with page as (
    (select p.* from public.posts p where p.sticky and p.visibility = 'public' and p.status = 'live' limit 10)
    union all
    (select p.* from public.posts p where p.visibility = 'public' and p.status = 'live' and not p.sticky order by p.created_at desc, p.id desc limit 10)
  ),
  posts as (
    select p.id, p.user_id, p.title, p.description, p.visibility,
      to_char(p.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as created_at, p.sticky::int as sticky,
      coalesce(p.images, p.image_url) as images, p.gif_url, p.video_url, p.poll_id,
      (select jsonb_build_array(q.question, q.options, (select t.counts from public.poll_stats t where t.id = q.id)) from public.polls q
        where q.id = p.poll_id) as poll,
      p.comments_locked::int as comments_locked, u.author, s.score, s.comment_count
    from page p
    left join public.post_stats s on s.id = p.id
    left join public.profiles_public u on u.id = p.user_id
    order by p.sticky desc, p.created_at desc, p.id desc
    limit 10
  ),
  running as materialized (
    select a.id, a.title, a.type, a.destination_url, a.image_url, a.mobile_image_url, row_number() over (order by random()) as place
    from public.ads a where a.is_live and a.type <> 'skyscraper'
  )
  select jsonb_build_object(
    'posts', (select coalesce(jsonb_agg(to_jsonb(p) order by p.sticky desc, p.created_at desc, p.id desc), '[]') from posts p),
    'ads', (select coalesce(jsonb_agg(to_jsonb(r) - 'place' order by r.place), '[]') from running r
      where r.place in (1, (select min(w.place) from running w where w.type <> 'mobile')))
  )
$$;
grant execute on function public.first_posts() to anon, authenticated;

-- Page views per day and route pattern, for the ceo. Nothing of a person: no id, no address, no session.
create table private.page_routes (route text primary key);
-- The same as in src/contract/page-views.ts.
insert into private.page_routes (route) values
  ('/'), ('/about'), ('/admin'), ('/admin/ads'), ('/admin/ads/edit/{id}'), ('/admin/ads/new'), ('/contact'), ('/create-post'), ('/csae'),
  ('/edit-post/{id}'), ('/edit/{id}'), ('/editprofile'), ('/fullscreenimagemodal'), ('/install'), ('/login'), ('/members'), ('/merch'), ('/messages'),
  ('/messages/{userId}'), ('/notifications'), ('/outbox'), ('/posts/{postId}'), ('/privacy'), ('/profile'), ('/reset-password'), ('/saved'), ('/search'),
  ('/settings'), ('/settings/{part}'), ('/signup'), ('/support'), ('/tags/{tag}'), ('/user/{username}'), ('/users'), ('/verify-email');

create table private.page_views (
  day date not null,
  route text not null references private.page_routes (route) on update cascade on delete cascade,
  views bigint not null default 0,
  primary key (day, route)
);
create index page_views_route on private.page_views (route);
alter table private.page_routes enable row level security;
alter table private.page_views enable row level security;

-- Counts one view. False, without a reason, when it does not count: not a route of the app, or too many from one place.
create function public.record_page_view(route text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if not private.use_my_rate('page_view') or not exists (select 1 from private.page_routes r where r.route = record_page_view.route) then
    return false;
  end if;
  insert into private.page_views as v (day, route, views) values ((now() at time zone 'utc')::date, record_page_view.route, 1)
  on conflict on constraint page_views_pkey do update set views = v.views + 1;
  return true;
end
$$;
grant execute on function public.record_page_view(text) to anon, authenticated;

-- For the ceo: views per route on each of the last days (UTC), today included.
create function public.page_view_days(days integer default 60) returns table (day date, route text, views bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_ceo() then
    raise exception 'Access denied' using errcode = '42501';
  end if;
  return query
    select v.day, v.route, v.views from private.page_views v
    where v.day > (now() at time zone 'utc')::date - least(greatest(page_view_days.days, 1), 366) order by v.day, v.route;
end
$$;
grant execute on function public.page_view_days(integer) to authenticated;
