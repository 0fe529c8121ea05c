-- Page views per day and route pattern, for the ceo. Nothing of a person: no id, no address, no session.
create table private.page_routes (route text primary key);
-- The same as in src/contract/page-views.ts.
insert into private.page_routes (route) values
  ('/'), ('/about'), ('/admin'), ('/admin/ads'), ('/admin/ads/edit/{id}'), ('/admin/ads/new'), ('/contact'), ('/create-post'), ('/csae'),
  ('/edit-post/{id}'), ('/edit/{id}'), ('/editprofile'), ('/fullscreenimagemodal'), ('/install'), ('/login'), ('/members'), ('/merch'), ('/messages'),
  ('/messages/{userId}'), ('/notifications'), ('/outbox'), ('/posts/{postId}'), ('/privacy'), ('/profile'), ('/reset-password'), ('/saved'), ('/search'),
  ('/settings'), ('/settings/{part}'), ('/signup'), ('/tags/{tag}'), ('/user/{username}'), ('/users'), ('/verify-email');

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
