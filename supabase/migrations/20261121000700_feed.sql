-- The public feed in pages, and the people shown beside posts.

-- The public feed is cut into pages of 100 posts. A post gets the newest page when it goes live, and keeps it; a full page is followed by the next
-- one. Three slots name the newest pages; devices sync those, so a replica stays bounded at any posting rate, without a timer and without updating old
-- posts.
create table public.feed_windows (
  id text primary key,
  kind text not null,
  page integer not null,
  constraint feed_windows_kind_known check (kind in ('public_hot'))
);
insert into public.feed_windows (id, kind, page) values ('public-hot-0', 'public_hot', 0);

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
  -- the author, and those with a recent comment: they are in lists, and have the columns above up to date
  is_recent boolean not null default true,
  primary key (post_id, user_id)
);
create index post_people_user_id on public.post_people (user_id, feed_page);
create index post_people_recent on public.post_people (post_id) where is_recent;

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
grant select on public.author_pages, public.feed_windows to anon, authenticated;
-- Copies for devices, which get them by sync. A guest has no call that reads them, and could sort them by columns without an index.
grant select on public.feed_people, public.post_people to authenticated;
grant select on public.known_people to authenticated;
create policy feed_windows_are_read_by_everyone on public.feed_windows for select to anon, authenticated using (true);
create policy author_pages_of_public_posts_are_read_by_everyone on public.author_pages for select to anon, authenticated using (visibility = 'public');
create policy author_pages_are_read_by_author_and_friends on public.author_pages for select to authenticated using (user_id = (select private.reader_id())
  or user_id in (select private.my_friend_ids()));
create policy feed_people_are_read_by_members on public.feed_people for select to authenticated using (true);
create policy post_people_are_read_with_the_post on public.post_people for select to authenticated
  using ((is_recent and audience = 'public') or private.may_read_post(post_id));
create policy known_people_are_read_by_owner on public.known_people for select to authenticated using (owner_id = (select private.reader_id()));

-- People

-- Lists of people are shared by everything that a member wrote in one place. Whoever finds a member listed locks the row, so that nobody deletes it until their
-- text is visible; if it was deleted meanwhile they add it again.

create function private.add_person_to_feed_page(page integer, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  loop
    insert into public.feed_people (feed_page, user_id, author)
    select page, p.id, private.author_card(p) from public.profiles p where p.id = person for share
    on conflict (feed_page, user_id) do nothing;
    exit when found or not exists (select 1 from public.profiles p where p.id = person);
    perform 1 from public.feed_people f where f.feed_page = page and f.user_id = person for key share;
    exit when found;
  end loop;
end
$$;

-- A row that is there is locked by the conflict.
create function private.add_person_to_post(post uuid, person uuid) returns void
language sql security definer set search_path = '' as $$
  insert into public.post_people as s (post_id, user_id, author)
  select post, p.id, private.author_card(p) from public.profiles p where p.id = person for share
  on conflict (post_id, user_id) do update set is_recent = true, author = excluded.author, audience = excluded.audience, feed_page = excluded.feed_page,
    sticky = excluded.sticky, author_page = excluded.author_page, flagged = excluded.flagged
  where not s.is_recent
$$;

-- The opposite, unless the member is still on the page with another post or recent comment; page -1 has the people of pinned posts. The lock comes first, as a
-- statement of its own: of two deletions at once the second one then sees the first.
create function private.remove_person_from_feed_page(page integer, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.feed_people f where f.feed_page = page and f.user_id = person for update;
  if found then
    delete from public.feed_people f where f.feed_page = page and f.user_id = person
      and not exists (select 1 from public.post_people o where o.user_id = person and o.is_recent and case page when -1 then o.sticky else o.feed_page = page end);
  end if;
end
$$;

-- A step of comments_after_write: the member's comment was deleted. The author of the post stays.
create function private.remove_person_from_post(post uuid, person uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.post_people o where o.post_id = post and o.user_id = person for update;
  if found then
    delete from public.post_people o where o.post_id = post and o.user_id = person and o.post_author_id <> person
      and not exists (select 1 from public.comments c where c.post_id = post and c.user_id = person and c.audience <> 'waiting');
    update public.post_people o set is_recent = false where o.post_id = post and o.user_id = person and o.post_author_id <> person and o.is_recent
      and not exists (select 1 from public.comments c where c.post_id = post and c.user_id = person and c.is_recent);
  end if;
end
$$;

-- Pinning a post brings its recent commenters to the page of pinned posts, and they leave it with the post.
create function private.move_post_people_to_pinned_page(post uuid, is_pinned boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform case when is_pinned then private.add_person_to_feed_page(-1, user_id) else private.remove_person_from_feed_page(-1, user_id) end
  from public.post_people where post_id = post and is_recent order by user_id;
end
$$;

-- The official account is everyone's friend, so it keeps no list of its friends.
create function private.add_known_person(owner uuid, person uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  insert into public.known_people (owner_id, person_id, why, author)
  select owner, p.id, reason, private.author_card(p) from public.profiles p
  where p.id = person and not exists (select 1 from public.profiles o where o.id = owner and o.is_official and reason = 'friend') for share of p
  on conflict (owner_id, person_id, why) do nothing
$$;

create function private.remove_known_person(owner uuid, person uuid, reason text) returns void
language sql security definer set search_path = '' as $$
  delete from public.known_people where owner_id = owner and person_id = person and why = reason
$$;

-- Work 'author_card', after the member's card changed: at most `most` copies of it. True when all are equal to it. The leaderboards follow with the next
-- refresh_boards, so that members never wait for a board.
create function private.update_author_copies(member uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  card jsonb := (select private.author_card(p) from public.profiles p where p.id = member and not p.is_closed);
  rows_left integer := most;
  places tid[];
  changed integer;
  copy record;
begin
  if card is null then
    return true;
  end if;
  -- Locked in the order of all who change lists.
  places := array(select t.ctid from (
    select l.ctid, l.list, l.post_id from public.listed_posts l where (l.user_id = member and l.author <> card)
      or (l.comments @> jsonb_build_object('list', jsonb_build_array(jsonb_build_object('user_id', member)))
        and exists (select 1 from jsonb_array_elements(l.comments -> 'list') c where c ->> 'user_id' = member::text and c -> 'author' <> card))
    order by l.list, l.post_id limit most for no key update) t);
  update public.listed_posts set author = case when user_id = member then card else author end,
    comments = case when comments @> jsonb_build_object('list', jsonb_build_array(jsonb_build_object('user_id', member))) then jsonb_set(comments, '{list}', (
      select jsonb_agg(c || case when c ->> 'user_id' = member::text then jsonb_build_object('author', card) else '{}' end order by n)
      from jsonb_array_elements(comments -> 'list') with ordinality as e (c, n))) else comments end
  where ctid = any (places);
  rows_left := rows_left - cardinality(places);
  for copy in select * from (values ('feed_people', 'user_id'), ('known_people', 'person_id'), ('threads_index', 'user_id'), ('post_people', 'user_id')) as c (in_table, of_member)
  loop
    if rows_left <= 0 then
      return false;
    end if;
    -- Locked first: of a row that somebody else is changing, the place of the new version is found, and not that of the old one, which has no row any more.
    execute format('update public.%I set author = $2 where ctid = any (array(select t.ctid from public.%I t where t.%I = $1 and t.author <> $2 limit $3 for no key update))',
      copy.in_table, copy.in_table, copy.of_member) using member, card, rows_left;
    get diagnostics changed = row_count;
    rows_left := rows_left - changed;
  end loop;
  return rows_left > 0;
end
$$;

create function private.post_people_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.audience, p.feed_page, p.sticky, p.author_page, p.user_id, p.flagged
  into new.audience, new.feed_page, new.sticky, new.author_page, new.post_author_id, new.flagged
  from public.posts p where p.id = new.post_id for share;
  return new;
end
$$;
create trigger post_people_before_insert before insert on public.post_people
  for each row execute function private.post_people_before_insert();

-- Counts commenters other than the author, each once, and takes those who left, or have no recent comment any more, from the page.
create function private.post_people_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  person public.post_people := case when tg_op = 'DELETE' then old else new end;
begin
  if tg_op <> 'UPDATE' and person.user_id <> person.post_author_id
    and exists (select 1 from public.posts p where p.id = person.post_id and p.status <> 'deleted') then
    perform private.change_later('post', person.post_id, 'commenters', case when tg_op = 'DELETE' then -1 else 1 end);
  end if;
  if tg_op = 'DELETE' or not person.is_recent then
    perform private.remove_person_from_feed_page(person.feed_page, person.user_id);
    if person.sticky then
      perform private.remove_person_from_feed_page(-1, person.user_id);
    end if;
  end if;
  return null;
end
$$;
create trigger post_people_after_write after insert or delete on public.post_people
  for each row execute function private.post_people_after_write();

-- Pages

-- The page of the public feed for a post that goes live: the newest one, or the next one when that has 100 posts. Posts are counted and not numbered,
-- so an action that is refused takes no place, and one that is deleted leaves its place to the next post. The slot is the page modulo 3, so the three
-- newest pages are always listed and never more.
-- Members never wait for each other here. While one begins a page, which others see when it is committed, the others still add to the full page: it then
-- has a few posts more than 100.
create function private.next_feed_page() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  newest integer := (select max(w.page) from public.feed_windows w);
begin
  if 100 > (select count(*) from public.posts p where p.feed_page = newest and p.audience = 'public') then
    return newest;
  end if;
  -- The row is the right to begin the next page. It is found no more when somebody has begun it since.
  perform 1 from public.feed_windows w where w.page = newest and not exists (select 1 from public.feed_windows o where o.page > newest)
  for update skip locked;
  if not found then
    return newest;
  end if;
  insert into public.feed_windows (id, kind, page) values ('public-hot-' || (newest + 1) % 3, 'public_hot', newest + 1)
  on conflict (id) do update set page = excluded.page;
  return newest + 1;
end
$$;

-- A step of posts_after_insert and posts_after_update: gives a post that went live its page, and keeps the columns of its stats row.
create function private.posts_assign_feed_page(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  page integer;
  place integer;
begin
  -- Not the trigger's copy: a post of a statement that writes several may have got its page, and its place among the author's, from the step of another one.
  select p.feed_page, p.author_page into page, place from public.posts p where p.id = post.id;
  if post.audience = 'public' and page is null then
    page := private.next_feed_page();
    perform private.add_person_to_feed_page(page, post.user_id);
    update public.posts set feed_page = page where id = post.id;
  end if;
  insert into public.post_stats as s (id, user_id, visibility, status, sticky, feed_page, author_page)
  values (post.id, post.user_id, post.visibility, post.status, post.sticky, page, place)
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

-- Counts public posts.
create function private.count_posts(author uuid, difference integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if difference <> 0 then
    perform private.change_later('member', author, 'posts', difference);
  end if;
end
$$;

-- What a pasted link of a post shows elsewhere: {title, description, username, picture}. Null unless everyone may read the post, and no moderator
-- has flagged it.
create function public.post_preview(post uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select jsonb_build_object('title', p.title, 'description', left(p.description, 500), 'username', u.author ->> 'username',
      -- Those that others see: the function passes the file on with the rights of the service.
      'picture', coalesce(p.images::jsonb -> 0 ->> 'url', case when private.is_shown_address(p.image_url) then p.image_url end,
        case when private.is_shown_address(p.gif_url) then p.gif_url end))
    from public.posts p left join public.profiles_public u on u.id = p.user_id
    where p.id = post and p.audience = 'public' and not p.flagged);
end
$$;
grant execute on function public.post_preview(uuid) to service_role;
