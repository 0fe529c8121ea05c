-- The public feed in pages, and the people shown beside posts.

-- The public feed is cut into pages of 100 posts by a running number, which a post gets when it goes live and keeps. Three slots name the newest pages;
-- devices sync those, so a replica stays bounded at any posting rate, without a timer and without updating old posts.
create sequence private.public_feed_number;
create table public.feed_windows (
  id text primary key,
  kind text not null,
  page integer not null,
  constraint feed_windows_kind_known check (kind in ('public_hot'))
);

-- Pages of older posts per author and visibility. A table of its own: the number of friends-only pages is for friends.
create table public.author_pages (
  -- the author's id, ':' and the visibility
  id text primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  visibility text not null,
  page_count integer not null
);
create index author_pages_user_id on public.author_pages (user_id);

-- The author's card is copied to every row that is synced with it, so that no stream needs a join. Kept by private.update_author_copies.

-- Members who appear on a page of the feed; page -1 holds those of pinned posts.
create table public.feed_people (
  feed_page integer not null,
  user_id uuid not null references public.profiles (id) on delete cascade,
  author jsonb not null,
  primary key (feed_page, user_id)
);
create index feed_people_user_id on public.feed_people (user_id);

-- Members who appear on a post: its author and those who commented. For posts without a page (friends-only) and for opened posts. user_id references
-- the account for the reason given at post_recipients.
create table public.post_people (
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  author jsonb not null,
  -- the post's, by trigger
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_page integer not null,
  post_author_id uuid not null,
  flagged boolean not null default false,
  primary key (post_id, user_id)
);
create index post_people_user_id on public.post_people (user_id);

-- Everyone a member has to do with (friends, requests, conversations, blocks, mutes), in the member's own sync bucket: a thousand friends are one bucket.
create table public.known_people (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  why text not null,
  author jsonb not null,
  primary key (owner_id, person_id, why),
  constraint known_people_why_known check (why in ('friend', 'message', 'block', 'mute'))
);
create index known_people_person_id on public.known_people (person_id);

alter table public.feed_windows enable row level security;
alter table public.author_pages enable row level security;
alter table public.feed_people enable row level security;
alter table public.post_people enable row level security;
alter table public.known_people enable row level security;
grant select on public.author_pages, public.feed_windows, public.feed_people, public.post_people to anon, authenticated;
grant select on public.known_people to authenticated;
create policy feed_windows_are_read_by_everyone on public.feed_windows for select to anon, authenticated using (true);
create policy author_pages_of_public_posts_are_read_by_everyone on public.author_pages for select to anon, authenticated using (visibility = 'public');
create policy author_pages_are_read_by_author_and_friends on public.author_pages for select to authenticated using (user_id = (select private.reader_id())
  or user_id in (select private.my_friend_ids()));
create policy feed_people_are_read_by_everyone on public.feed_people for select to anon, authenticated using (true);
create policy post_people_are_read_with_the_post on public.post_people for select to anon, authenticated using (private.may_read_post(post_id, audience));
create policy known_people_are_read_by_owner on public.known_people for select to authenticated using (owner_id = (select private.reader_id()));

-- People

create function private.add_person_to_feed_page(page integer, person uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.feed_people (feed_page, user_id, author)
  select page, p.id, private.author_card(p) from public.profiles p where p.id = person
  on conflict (feed_page, user_id) do nothing
$$;

create function private.add_person_to_post(post uuid, person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_people (post_id, user_id, author)
  select post, p.id, private.author_card(p) from public.profiles p where p.id = person
  on conflict (post_id, user_id) do nothing;
  return found;
end
$$;

-- Pinning a post brings its commenters to the page of pinned posts.
create function private.add_post_people_to_pinned_page(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_person_to_feed_page(-1, user_id) from public.post_people where post_id = post;
end
$$;

-- The official account is everyone's friend, so it keeps no list of its friends.
create function private.add_known_person(owner uuid, person uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.known_people (owner_id, person_id, why, author)
  select owner, p.id, reason, private.author_card(p) from public.profiles p
  where p.id = person and not exists (select 1 from public.profiles o where o.id = owner and o.is_official and reason = 'friend')
  on conflict (owner_id, person_id, why) do nothing
$$;

create function private.remove_known_person(owner uuid, person uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  delete from public.known_people where owner_id = owner and person_id = person and why = reason
$$;

-- A step of profiles_after_write: the member's card changed. The leaderboards follow with the next refresh_boards, so that members never wait for a board.
create function private.update_author_copies(profile public.profiles) returns void
language plpgsql security definer set search_path = '' as $$
declare
  card jsonb := private.author_card(profile);
begin
  update public.feed_people set author = card where user_id = profile.id;
  update public.post_people set author = card where user_id = profile.id;
  update public.known_people set author = card where person_id = profile.id;
  update public.listed_posts set author = card where user_id = profile.id;
  update public.listed_posts set comments = jsonb_set(comments, '{list}', (
      select jsonb_agg(c || case when c ->> 'user_id' = profile.id::text then jsonb_build_object('author', card) else '{}' end order by n)
      from jsonb_array_elements(comments -> 'list') with ordinality as e (c, n)))
  where comments @> jsonb_build_object('list', jsonb_build_array(jsonb_build_object('user_id', profile.id)));
  update public.threads_index set author = card where user_id = profile.id;
end
$$;

create function private.post_people_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.audience, p.feed_page, p.sticky, p.author_page, p.user_id, p.flagged
  into new.audience, new.feed_page, new.sticky, new.author_page, new.post_author_id, new.flagged
  from public.posts p where p.id = new.post_id;
  return new;
end
$$;
create trigger post_people_before_insert before insert on public.post_people
  for each row execute function private.post_people_before_insert();

-- Commenters other than the author, each once.
create function private.post_people_after_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_stats set commenters = commenters + 1 where id = new.post_id and user_id <> new.user_id;
  return null;
end
$$;
create trigger post_people_after_insert after insert on public.post_people
  for each row execute function private.post_people_after_insert();

-- Pages

-- Assigns the next page of the public feed. The slot is the page modulo 3, so the three newest pages are always listed and never more.
create function private.next_feed_page() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  this_page integer := nextval('private.public_feed_number') / 100;
  slot text := 'public-hot-' || this_page % 3;
begin
  -- ON CONFLICT locks the row even when nothing changes, and all members would post one after the other. So look first.
  if not exists (select 1 from public.feed_windows w where w.id = slot and w.page >= this_page) then
    insert into public.feed_windows as w (id, kind, page) values (slot, 'public_hot', this_page)
    on conflict (id) do update set page = excluded.page where w.page < excluded.page;
  end if;
  return this_page;
end
$$;

-- A step of posts_after_insert and posts_after_update: gives a post that went live its page, and keeps the columns of its stats row.
create function private.posts_assign_feed_page(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  page integer := post.feed_page;
begin
  if post.audience = 'public' and page is null then
    page := private.next_feed_page();
    perform private.add_person_to_feed_page(page, post.user_id);
    update public.posts set feed_page = page where id = post.id;
  end if;
  insert into public.post_stats as s (id, user_id, visibility, status, sticky, feed_page, author_page)
  values (post.id, post.user_id, post.visibility, post.status, post.sticky, page, post.author_page)
  on conflict (id) do update set visibility = excluded.visibility, status = excluded.status, sticky = excluded.sticky,
    feed_page = excluded.feed_page, author_page = excluded.author_page
  where (s.visibility, s.status, s.sticky, s.feed_page, s.author_page)
    is distinct from (excluded.visibility, excluded.status, excluded.sticky, excluded.feed_page, excluded.author_page);
  if post.sticky and post.audience = 'public' then
    perform private.add_person_to_feed_page(-1, post.user_id);
  end if;
end
$$;

-- Keeps page 0 for the newest 100 posts of an author. Older ones go to pages of 50, numbered from 1 in order of arrival.
create function private.limit_newest_posts(author uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  older record;
  last_page integer;
begin
  for older in select id, visibility from (select id, visibility, created_at from public.posts where user_id = author and author_page = 0
    order by created_at desc, id desc offset 100) rest order by created_at, id
  loop
    select page_count into last_page from public.author_pages where user_id = author and visibility = older.visibility;
    if last_page is null or 50 <= (select count(*) from public.posts where user_id = author and author_page = last_page and visibility = older.visibility) then
      last_page := coalesce(last_page, 0) + 1;
      insert into public.author_pages (id, user_id, visibility, page_count) values (author || ':' || older.visibility, author, older.visibility, last_page)
      on conflict (id) do update set page_count = greatest(author_pages.page_count, excluded.page_count);
    end if;
    update public.posts set author_page = last_page where id = older.id;
  end loop;
end
$$;

-- Counts public posts; the rank rises at 1, 10, 25 and 50.
create function private.count_posts(author uuid, difference integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  total integer;
  new_rank smallint;
begin
  if difference = 0 then
    return;
  end if;
  insert into public.profile_stats as s (id, post_count) values (author, greatest(difference, 0))
  on conflict (id) do update set post_count = greatest(s.post_count + difference, 0)
  returning post_count into total;
  new_rank := case when total >= 50 then 4 when total >= 25 then 3 when total >= 10 then 2 when total >= 1 then 1 else 0 end;
  update public.profiles set rank = new_rank where id = author and rank <> new_rank;
end
$$;

-- The first screen of a device without a replica: the newest public posts in one small answer. Reads with the caller's rights; the sync stream replaces it.
create function public.first_posts() returns jsonb
language sql stable security invoker set search_path = '' as $$
  with page as (
    (select p.* from public.posts p where p.sticky and p.visibility = 'public' and p.status = 'live' limit 10)
    union all
    (select p.* from public.posts p where p.visibility = 'public' and p.status = 'live' and not p.sticky order by p.created_at desc, p.id desc limit 10)
  )
  select coalesce(jsonb_agg(to_jsonb(card) order by card.sticky desc, card.created_at desc, card.id desc), '[]')
  from (
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
  ) card
$$;
grant execute on function public.first_posts() to anon, authenticated;

-- What a pasted link of a post shows elsewhere: {title, description, username, picture}. Null unless everyone may read the post, and no moderator
-- has flagged it.
create function public.post_preview(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('title', p.title, 'description', left(p.description, 500), 'username', u.author ->> 'username',
      -- Those that others see: the function passes the file on with the rights of the service.
      'picture', coalesce(p.images::jsonb -> 0 ->> 'url', case when private.is_shown_address(p.image_url) then p.image_url end, p.gif_url))
    from public.posts p left join public.profiles_public u on u.id = p.user_id
    where p.id = post and p.audience = 'public' and not p.flagged);
end
$$;
grant execute on function public.post_preview(uuid) to service_role;
