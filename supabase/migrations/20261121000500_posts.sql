-- Posts, their readers, their counters, and everything that happens when a post is written.

-- `audience` summarizes who may read a post: 'public', 'friends', 'chosen' (the friends in shared_with) or 'hidden' (not live).
create function private.audience_of(visibility text, status text, shared_with uuid[]) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when status <> 'live' then 'hidden'
    when visibility = 'public' then 'public'
    when coalesce(cardinality(shared_with), 0) > 0 then 'chosen'
    else 'friends'
  end
$$;
grant execute on function private.audience_of(text, text, uuid[]) to anon, authenticated;

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  title text,
  description text,
  image_url text,
  -- JSON of its post_images for whoever shows the post, so that a list needs no other table; kept by private.posts_copy_images
  images text,
  video_url text,
  gif_url text,
  visibility text not null default 'public',
  status text not null default 'live',
  -- set by private.posts_before_write
  audience text not null default 'hidden',
  sticky boolean not null default false,
  flagged boolean not null default false,
  comments_locked boolean not null default false,
  -- references polls, which are created later
  poll_id uuid,
  -- Narrows a friends-only post to these friends (and the author); empty or null: all friends. A trigger moves the list to post_readers: of a narrowed post
  -- this row has only its author, because every reader gets the row and none may learn who else was chosen.
  shared_with uuid[],
  -- page of the public feed, assigned once when a public post goes live; null otherwise
  feed_page integer,
  -- 0: among the author's newest 100 posts, which limits the size of the author's sync bucket; then the page of older posts (author_pages). -1: deleted
  author_page integer not null default 0,
  -- clock_timestamp() and not now(): many posts written offline arrive in one transaction and keep their order
  created_at timestamptz not null default clock_timestamp(),
  constraint posts_visibility_known check (visibility in ('public', 'friends')),
  -- removed: by staff, who may undo it. deleted: for good; the jobs delete its rows (private.delete_post_rows)
  constraint posts_status_known check (status in ('live', 'pending_media', 'removed', 'deleted')),
  constraint posts_audience_known check (audience in ('public', 'friends', 'chosen', 'hidden')),
  constraint posts_title_length check (char_length(title) <= 200),
  constraint posts_description_length check (char_length(description) <= 10000),
  constraint posts_image_url_safe check (private.is_media_url(image_url)),
  constraint posts_video_url_safe check (private.is_media_url(video_url)),
  constraint posts_gif_url_safe check (private.is_media_url(gif_url))
);
comment on constraint posts_title_length on public.posts is 'A title may have at most 200 characters.';
comment on constraint posts_description_length on public.posts is 'A post may have at most 10,000 characters.';
comment on constraint posts_image_url_safe on public.posts is 'That image address cannot be used.';
comment on constraint posts_video_url_safe on public.posts is 'That video address cannot be used.';
comment on constraint posts_gif_url_safe on public.posts is 'That gif address cannot be used.';

create index posts_user_id on public.posts (user_id, created_at desc);
create index posts_public_newest on public.posts (created_at desc) where visibility = 'public' and status = 'live';
create index posts_feed_page on public.posts (feed_page) where feed_page is not null;
create index posts_author_newest on public.posts (user_id, created_at desc) where author_page = 0;
create index posts_author_page on public.posts (user_id, author_page) where author_page > 0;
create index posts_sticky on public.posts (id) where sticky;
create index posts_friends_newest on public.posts (user_id, created_at desc) where visibility = 'friends' and status = 'live';
create unique index posts_poll_id on public.posts (poll_id);

-- Counters in small rows of their own: a vote sends these few bytes to devices and not the post.
-- The columns that repeat the post's are kept by trigger, so that no stream needs a join.
create table public.post_stats (
  id uuid primary key references public.posts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  visibility text not null,
  status text not null,
  audience text not null default 'hidden',
  sticky boolean not null,
  flagged boolean not null default false,
  feed_page integer,
  author_page integer not null,
  score integer not null default 0,
  comment_count integer not null default 0,
  -- members other than the author who commented
  commenters integer not null default 0,
  trending_score double precision not null default 0,
  created_at timestamptz not null default clock_timestamp()
);
create index post_stats_user_id on public.post_stats (user_id);
create index post_stats_feed_page on public.post_stats (feed_page) where feed_page is not null;
create index post_stats_trending on public.post_stats (trending_score desc, id) where audience = 'public';

-- Deleted posts. An id in here can never be used again: neither by a late replay nor to get rid of a moderator's lock.
create table public.post_deletions (
  id uuid primary key,
  user_id uuid references public.profiles (id) on delete cascade,
  deleted_by uuid,
  reason text,
  deleted_at timestamptz not null default now()
);
create index post_deletions_user_id on public.post_deletions (user_id);

-- Whom the author of a post chose, for the author alone. Deferred: the list is taken from the post before its row is stored.
create table public.post_readers (
  -- the post
  id uuid primary key references public.posts (id) on delete cascade deferrable initially deferred,
  user_id uuid not null references public.profiles (id) on delete cascade,
  readers uuid[] not null,
  -- the post's, by trigger
  author_page integer not null default 0,
  constraint post_readers_bounded check (cardinality(readers) <= 200)
);
comment on constraint post_readers_bounded on public.post_readers is 'A post may be kept to at most 200 friends.';
create index post_readers_user_id on public.post_readers (user_id, author_page);

-- The same readers, one row per post and reader, so that a device asks for its own rows instead of searching lists. Policies and streams use it.
-- user_id references the account, not the profile: over a key of both, PostgREST would see a second way from posts to profiles, and
-- `posts?select=*,profiles(*)` would be ambiguous.
create table public.post_recipients (
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null references auth.users (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  -- the reader is currently a friend of the author and not banned
  readable boolean not null,
  -- among the reader's newest 30: each is one bucket on their device; older ones are opened one by one
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  primary key (post_id, user_id)
);
create index post_recipients_user_id on public.post_recipients (user_id, created_at desc);
create index post_recipients_recent on public.post_recipients (user_id, created_at desc) where is_recent;
create index post_recipients_author_id on public.post_recipients (author_id, user_id);

-- Who may read a post

-- The rule. The facts about the reader are arguments, so that a policy looks each of them up once per query. Without SET and with a body bound
-- at creation, so that the planner inlines it and uses the indexes of the columns.
create function private.may_read_post(
  visibility text, status text, shared_with uuid[], is_author boolean, is_friend boolean, is_chosen boolean
) returns boolean
language sql immutable parallel safe
return status <> 'deleted' and (is_author or (status = 'live' and (
  visibility = 'public'
  or (visibility = 'friends' and is_friend and (coalesce(cardinality(shared_with), 0) = 0 or is_chosen)))));

-- Did the author choose `reader`? In plpgsql, whose plans are kept: policies ask it per row.
create function private.is_chosen(post uuid, reader uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.post_recipients r where r.post_id = post and r.user_id = reader);
end
$$;

-- The same of the caller.
create function private.am_i_chosen(post uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.is_chosen(post, (select auth.uid()))
$$;
grant execute on function private.am_i_chosen(uuid) to authenticated;

-- May `reader` read the post as a member (staff rights aside)? For what the server sends.
create function private.may_read_post(post public.posts, reader uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.may_read_post(post.visibility, post.status, post.shared_with, post.user_id = reader,
    private.is_friend(reader, post.user_id), private.is_chosen(post.id, reader))
$$;

-- May the caller read the post? For policies on rows and files that belong to a post: one look-up by key per row.
create function private.may_read_post(post_id uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  return exists (
    select 1 from public.posts p where p.id = post_id
      and (private.may_read_post(p.visibility, p.status, p.shared_with, p.user_id = me, private.is_friend(me, p.user_id), private.is_chosen(p.id, me))
        or (p.status <> 'deleted' and private.is_staff())));
end
$$;

-- The same for rows that repeat the post's audience: the planner inlines this, so that rows of public posts need no look-up.
create function private.may_read_post(post_id uuid, audience text) returns boolean
language sql stable
return audience = 'public' or private.may_read_post(post_id);

grant execute on function private.may_read_post(text, text, uuid[], boolean, boolean, boolean), private.may_read_post(uuid),
  private.may_read_post(uuid, text) to anon, authenticated;

alter table public.posts enable row level security;
alter table public.post_stats enable row level security;
alter table public.post_deletions enable row level security;
alter table public.post_readers enable row level security;
alter table public.post_recipients enable row level security;
grant select on public.posts, public.post_stats to anon, authenticated;
-- Not `readable`, which would tell the author of a reader's ban, nor which moderator deleted a post.
grant select (id, user_id, reason, deleted_at) on public.post_deletions to authenticated;
grant select on public.post_readers to authenticated;
grant select (post_id, user_id, author_id, created_at) on public.post_recipients to authenticated;
-- created_at, status and the moderation columns may be named on insert: a trigger sets them or refuses with a reason instead of a bare "permission denied".
grant insert (id, user_id, title, description, image_url, video_url, gif_url, visibility, status, sticky, flagged, comments_locked,
  poll_id, shared_with, created_at) on public.posts to authenticated;
grant update (title, description, image_url, video_url, gif_url, sticky, flagged, comments_locked) on public.posts to authenticated;
grant delete on public.posts to authenticated;

create policy posts_are_read_by_guests on public.posts for select to anon
  using (private.may_read_post(visibility, status, shared_with, false, false, false));
create policy posts_are_read_by_members on public.posts for select to authenticated
  using (private.may_read_post(visibility, status, shared_with,
      user_id = (select auth.uid()), user_id in (select private.my_friend_ids()), private.am_i_chosen(id))
    or (status <> 'deleted' and (select private.is_staff())));
create policy posts_are_written_by_author on public.posts for insert to authenticated
  with check (user_id = (select auth.uid()));
-- Nobody changes a post that was removed or deleted; private.restore_post brings back what staff removed.
create policy posts_are_changed_by_author_or_staff on public.posts for update to authenticated
  using (status not in ('removed', 'deleted') and (user_id = (select auth.uid()) or (select private.is_staff())))
  with check (user_id = (select auth.uid()) or (select private.is_staff()));
create policy posts_are_deleted_by_author_or_staff on public.posts for delete to authenticated
  using (status not in ('removed', 'deleted') and (user_id = (select auth.uid()) or (select private.is_staff())));
-- A guest reads public rows only. So no function is called for the others, which would make a guest's read of a whole table slow.
create policy post_stats_are_read_by_guests on public.post_stats for select to anon using (audience = 'public');
create policy post_stats_are_read_with_the_post on public.post_stats for select to authenticated using (private.may_read_post(id, audience));
create policy post_deletions_for_owner_and_staff on public.post_deletions for select to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
create policy post_readers_for_author on public.post_readers for select to authenticated using (user_id = (select auth.uid()));
create policy post_recipients_for_both on public.post_recipients for select to authenticated
  using (user_id = (select private.reader_id()) or author_id = (select private.reader_id()));

-- Before a post is written

create function private.was_post_deleted(post_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.post_deletions where id = post_id)
$$;

-- Refuses a caller who names a post that they cannot read, with the text for a post that does not exist. Runs with the caller's rights.
create function private.assert_post_exists(wanted uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select 1 from public.posts p where p.id = wanted and p.status not in ('removed', 'deleted')) then
    raise exception 'This post is no longer there.' using errcode = '23503';
  end if;
end
$$;
grant execute on function private.was_post_deleted(uuid), private.assert_post_exists(uuid) to authenticated;

-- Where the image host delivers files: alter database … set app.image_host = 'https://res.cloudinary.com/<cloud>/'. Empty: there is none.
create function private.is_hosted_file(url text) returns boolean
language sql stable set search_path = '' as $$
  select current_setting('app.image_host', true) ~ '^https://[^/]+/' and url ^@ current_setting('app.image_host', true)
$$;

-- Only the ceo posts videos: from the image host, or from their own folder.
create function private.assert_video_is_own(post public.posts) returns void
language plpgsql stable set search_path = '' as $$
begin
  if post.video_url is not null and private.my_role() <> 'ceo' then
    raise exception 'Only the ceo may post a video.' using errcode = '42501';
  end if;
  if not coalesce(private.is_hosted_file(post.video_url), false) and not post.video_url ^@ ('/storage/v1/object/public/public-videos/' || post.user_id || '/') then
    raise exception 'That video address cannot be used.' using errcode = '23514';
  end if;
end
$$;
grant execute on function private.is_hosted_file(text), private.assert_video_is_own(public.posts) to authenticated;

-- Moves the chosen readers of a new post to post_readers, and returns what shared_with has instead: the author. Not those of a repeated insert.
create function private.take_readers(post public.posts) returns uuid[]
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(cardinality(post.shared_with), 0) = 0 then
    return null;
  end if;
  if not exists (select 1 from public.posts p where p.id = post.id) then
    insert into public.post_readers (id, user_id, readers)
    select post.id, post.user_id, array(
      select chosen.id from unnest(post.shared_with) with ordinality chosen (id, place)
      where exists (select 1 from public.profiles p where p.id = chosen.id) or cardinality(post.shared_with) > 200 group by 1 order by min(place))
    on conflict (id) do nothing;
  end if;
  return array[post.user_id];
end
$$;
grant execute on function private.take_readers(public.posts) to authenticated;

-- A member's new post: refuses staff fields and sets what the server decides.
create function private.posts_check_insert(post public.posts) returns public.posts
language plpgsql set search_path = '' as $$
begin
  if private.was_post_deleted(post.id) then
    raise exception 'This post was deleted.' using errcode = '23505';
  end if;
  if post.sticky and private.my_role() <> 'ceo' then
    raise exception 'Only the ceo may pin a post.' using errcode = '42501';
  end if;
  perform private.assert_video_is_own(post);
  if post.flagged or post.comments_locked then
    raise exception 'Only admin and ceo may flag or lock a post.' using errcode = '42501';
  end if;
  post.created_at := clock_timestamp();
  -- It waits for its pictures, or is shown at once.
  if post.status is distinct from 'pending_media' then
    post.status := 'live';
  end if;
  post.feed_page := null;
  post.author_page := 0;
  -- Before the row: of a statement that writes thousands, no more than the rate allows are written.
  perform private.limit_rate(post.user_id, 'post', 'You have posted very often in the last hour. Please try again later.');
  return post;
end
$$;

-- A change by a member: only staff pin, flag and lock; only the author edits.
create function private.posts_check_update(before public.posts, after public.posts) returns void
language plpgsql set search_path = '' as $$
begin
  if private.my_role() not in ('admin', 'ceo') then
    if (after.sticky, after.flagged, after.comments_locked) is distinct from (before.sticky, before.flagged, before.comments_locked) then
      raise exception 'Only admin and ceo may pin, flag or lock a post.' using errcode = '42501';
    end if;
  elsif before.user_id <> (select auth.uid()) and
    (after.title, after.description, after.image_url, after.gif_url, after.video_url)
      is distinct from (before.title, before.description, before.image_url, before.gif_url, before.video_url) then
    raise exception 'Only the author may edit a post.' using errcode = '42501';
  end if;
  -- The files of a post are named when it is created. Later a video can only be removed.
  if after.video_url is distinct from before.video_url and after.video_url is not null then
    raise exception 'A video cannot be added to a post later.' using errcode = '42501';
  end if;
  if (after.title, after.description, after.image_url, after.gif_url, after.video_url)
    is distinct from (before.title, before.description, before.image_url, before.gif_url, before.video_url) then
    perform private.limit_rate(after.user_id, 'post_edit', 'You have edited very often in the last hour. Please try again later.');
  end if;
end
$$;
grant execute on function private.posts_check_insert(public.posts), private.posts_check_update(public.posts, public.posts) to authenticated;

create function private.posts_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    perform private.assert_may_write(tg_op <> 'DELETE');
    if tg_op = 'INSERT' then
      new := private.posts_check_insert(new);
    elsif tg_op = 'UPDATE' then
      perform private.posts_check_update(old, new);
    end if;
  end if;
  if tg_op = 'DELETE' then
    if private.is_api_caller() and old.user_id <> (select auth.uid()) then
      perform private.remove_post(old.id);
      return null;
    elsif private.is_api_caller() and not private.has_few_rows(old.id) then
      perform private.delete_own_post(old.id);
      return null;
    end if;
    perform private.keep_held_row(old.id, 'posts', to_jsonb(old), true);
    return old;
  end if;
  if tg_op = 'INSERT' then
    if cardinality(new.shared_with) > 0 and new.visibility = 'public' then
      raise exception 'A public post cannot be kept to chosen friends.' using errcode = '23514';
    end if;
    new.shared_with := private.take_readers(new);
    if new.poll_id is not null then
      perform private.assert_poll_is_free(new.poll_id, new.user_id);
    end if;
  end if;
  if tg_op = 'INSERT' or (old.title, old.description, old.image_url, old.gif_url, old.video_url)
    is distinct from (new.title, new.description, new.image_url, new.gif_url, new.video_url) then
    perform private.assert_post_has_content(new);
  end if;
  new.audience := private.audience_of(new.visibility, new.status, new.shared_with);
  return new;
end
$$;
create trigger posts_before_write before insert or update or delete on public.posts
  for each row execute function private.posts_before_write();

-- After a post is written. The steps come from this file and from those of polls, feed, tags, notifications and moderation. They run after the
-- row is stored, because a refused insert must not use up a place in the feed.

-- One row per chosen reader.
create function private.posts_add_recipients(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[] := (select r.readers from public.post_readers r where r.id = post.id);
begin
  -- Also requests that are being answered.
  perform 1 from public.friends f where (f.user_id = any (chosen) and f.friend_id = post.user_id)
    or (f.user_id = post.user_id and f.friend_id = any (chosen)) order by f.id for share;
  with made as (
    insert into public.post_recipients (post_id, user_id, author_id, readable)
    select post.id, p.id, post.user_id, private.is_friend(p.id, post.user_id)
    from public.post_readers r join public.profiles p on p.id = any (r.readers) where r.id = post.id and p.id <> post.user_id
    on conflict do nothing
    returning user_id
  ), older as (
    select r.post_id, r.user_id, row_number() over (partition by r.user_id order by r.created_at desc) as place
    from public.post_recipients r where r.is_recent and r.user_id in (select user_id from made)
  )
  -- The new row is not in the snapshot of this statement, so 29 older ones stay.
  update public.post_recipients r set is_recent = false from older
  where r.post_id = older.post_id and r.user_id = older.user_id and older.place > 29;
end
$$;

-- The list of the author loses readers whose account was deleted.
create function private.post_recipients_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_readers set readers = array_remove(readers, old.user_id) where id = old.post_id and old.user_id = any (readers);
  return null;
end
$$;
create trigger post_recipients_after_delete after delete on public.post_recipients
  for each row execute function private.post_recipients_after_delete();

-- A friendship began, ended, or its owner was banned.
create function private.update_post_recipients(pair public.friends, may_read boolean) returns void
language sql security definer set search_path = '' as $$
  update public.post_recipients set readable = may_read
  where user_id = pair.user_id and author_id = pair.friend_id and readable <> may_read
$$;

-- Rows that belong to a post repeat its audience and its place in the feed (their "scope"), so that no stream needs a join. Of comments and people only the
-- recent ones, which are in lists, so that one click never writes tens of thousands of rows: streams ask the post itself about all others. The audience of the
-- other comments, their numbers and tags follows in slices, for policies and for the counts of their authors.
create function private.posts_copy_scope(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_stats set audience = post.audience where id = post.id and audience <> post.audience;
  update public.post_readers set author_page = post.author_page where id = post.id and author_page <> post.author_page;
  update public.post_people set audience = post.audience, feed_page = post.feed_page, sticky = post.sticky, author_page = post.author_page where post_id = post.id and is_recent;
  update public.post_images set audience = post.audience, feed_page = post.feed_page, sticky = post.sticky, author_page = post.author_page where post_id = post.id;
  update public.polls set audience = post.audience, feed_page = post.feed_page, sticky = post.sticky, author_page = post.author_page where post_id = post.id;
  update public.poll_stats set audience = post.audience, feed_page = post.feed_page, sticky = post.sticky, author_page = post.author_page where post_id = post.id;
  update public.comments set audience = post.audience, feed_page = post.feed_page, sticky = post.sticky, author_page = post.author_page where post_id = post.id and is_recent;
  update public.comment_stats set audience = post.audience, feed_page = post.feed_page, sticky = post.sticky, author_page = post.author_page where post_id = post.id and is_recent;
  perform private.begin_work('post_audience', post.id);
end
$$;

-- The devices of staff hold flagged posts whatever their audience, so everything a post card shows has the flag as well. Comments are loaded with the opened post.
create function private.posts_copy_flag(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_stats set flagged = post.flagged where id = post.id;
  update public.post_people set flagged = post.flagged where post_id = post.id and is_recent;
  update public.post_images set flagged = post.flagged where post_id = post.id;
  update public.polls set flagged = post.flagged where post_id = post.id;
  update public.poll_stats set flagged = post.flagged where post_id = post.id;
end
$$;

-- Waits for a change of the post's scope that is under way, and keeps others back until this transaction has ended. A statement of its own, so that the next
-- one reads what the change left.
create function private.hold_post(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.posts p where p.id = wanted for share;
end
$$;
grant execute on function private.hold_post(uuid) to authenticated;

-- BEFORE INSERT on tables whose only trigger step is the scope.
create function private.copy_post_scope() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.audience, p.feed_page, p.sticky, p.author_page, p.user_id
  into new.audience, new.feed_page, new.sticky, new.author_page, new.post_author_id
  from public.posts p where p.id = new.post_id for share;
  return new;
end
$$;

create function private.posts_after_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.posts_bind_poll(new);
  perform private.add_person_to_post(new.id, new.user_id);
  perform private.posts_add_recipients(new);
  perform private.posts_assign_feed_page(new);
  perform private.limit_newest_posts(new.user_id);
  perform private.count_posts(new.user_id, (new.audience = 'public')::integer);
  perform private.count_flagged_posts(new.user_id, new.flagged::integer);
  perform private.set_hashtags(new.id, null, concat_ws(' ', new.title, new.description));
  perform private.posts_notify_mentioned(new);
  return null;
end
$$;
create trigger posts_after_insert after insert on public.posts
  for each row execute function private.posts_after_insert();

create function private.posts_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old is not distinct from new then
    return null;
  end if;
  if (old.audience, old.feed_page, old.sticky, old.author_page) is distinct from (new.audience, new.feed_page, new.sticky, new.author_page) then
    perform private.posts_copy_scope(new);
  end if;
  if old.flagged is distinct from new.flagged then
    perform private.posts_copy_flag(new);
    perform private.count_flagged_posts(new.user_id, new.flagged::integer - old.flagged::integer);
  end if;
  perform private.posts_update_lists(new, old.audience);
  if (old.visibility, old.status, old.sticky, old.author_page) is distinct from (new.visibility, new.status, new.sticky, new.author_page) then
    perform private.posts_assign_feed_page(new);
    perform private.count_posts(new.user_id, (new.audience = 'public')::integer - (old.audience = 'public')::integer);
  end if;
  if new.sticky and new.audience = 'public' and (old.sticky, old.status) is distinct from (new.sticky, new.status) then
    perform private.move_post_people_to_pinned_page(new.id, true);
  elsif old.sticky and not new.sticky then
    perform private.move_post_people_to_pinned_page(new.id, false);
  end if;
  if old.video_url is not null and new.video_url is null then
    perform private.remove_post_video(old);
    perform private.post_files_arrived(new.id);
  end if;
  if (old.title, old.description, old.image_url, old.gif_url, old.video_url)
    is distinct from (new.title, new.description, new.image_url, new.gif_url, new.video_url) then
    perform private.keep_held_row(old.id, 'posts', to_jsonb(old), false);
  end if;
  if (old.title, old.description) is distinct from (new.title, new.description) then
    perform private.set_hashtags(new.id, null, concat_ws(' ', new.title, new.description));
  end if;
  if (old.title, old.description, old.status) is distinct from (new.title, new.description, new.status) then
    perform private.posts_notify_mentioned(new);
  end if;
  if (old.flagged, old.comments_locked, old.sticky) is distinct from (new.flagged, new.comments_locked, new.sticky) and private.is_staff() then
    perform private.posts_log_steps(old, new);
  end if;
  return null;
end
$$;
create trigger posts_after_update after update on public.posts
  for each row execute function private.posts_after_update();

create function private.posts_record_deletion(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- When the author's account is being deleted, there is no profile left to record it for.
  if exists (select 1 from public.profiles where id = post.user_id) then
    insert into public.post_deletions (id, user_id, deleted_by) values (post.id, post.user_id, (select auth.uid())) on conflict (id) do nothing;
  end if;
end
$$;

-- Deletion. A post with few rows is deleted with them. One with more is marked as deleted, which hides it from everybody and every device at once; its rows
-- follow in slices, and the post with the last of them.

create function private.has_few_rows(post uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return (select count(*) <= 200 from (
    (select 1 from public.comments where post_id = post limit 201) union all (select 1 from public.comment_likes where post_id = post limit 201)
    union all (select 1 from public.post_votes where post_id = post limit 201) union all (select 1 from public.poll_votes where post_id = post limit 201)
    union all (select 1 from public.saved_posts where post_id = post limit 201) union all (select 1 from public.hashtags where post_id = post limit 201)
    union all (select 1 from public.notifications n where n.data ? 'post_id' and n.data ->> 'post_id' = post::text limit 201)
  ) found);
end
$$;

create function private.delete_post(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
begin
  select * into post from public.posts p where p.id = wanted and p.status <> 'deleted' for update;
  if not found then
    return;
  end if;
  perform private.posts_record_deletion(post);
  update public.posts set status = 'deleted', author_page = -1 where id = wanted;
  perform private.begin_work('post', wanted);
end
$$;

create function private.delete_own_post(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.posts p where p.id = wanted and p.user_id = (select auth.uid())) then
    raise exception 'You are not allowed to do this.' using errcode = '42501';
  end if;
  perform private.delete_post(wanted);
  -- apply_op counts the row as deleted.
  perform set_config('app.removed_post', wanted::text, true);
end
$$;
grant execute on function private.has_few_rows(uuid), private.delete_own_post(uuid) to authenticated;

-- Work 'post': deletes at most `most` rows of a deleted post, or the post when no row is left. True when it is done. The counts of the post are deleted
-- first, so that the triggers of the other rows have nothing to count.
create function private.delete_post_rows(post uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  rows_left integer := most;
  gone integer;
  of_post text;
begin
  if not exists (select 1 from public.posts p where p.id = post and p.status = 'deleted') then
    return true;
  end if;
  delete from public.post_stats where id = post;
  delete from public.poll_stats where post_id = post;
  rows_left := rows_left - private.delete_post_notifications(post, rows_left);
  foreach of_post in array array['public.comments', 'public.comment_likes', 'public.hashtags', 'public.post_people', 'public.post_votes', 'public.poll_votes',
    'public.saved_posts', 'private.removed_comments'] loop
    if rows_left <= 0 then
      return false;
    end if;
    execute format('delete from %1$s where post_id = $1 and ctid = any (array(select t.ctid from %1$s t where t.post_id = $1 limit $2))', of_post) using post, rows_left;
    get diagnostics gone = row_count;
    rows_left := rows_left - gone;
  end loop;
  gone := private.list_files_below(post::text, '{post-images,comment-images}', rows_left);
  if gone >= rows_left then
    return false;
  end if;
  delete from public.posts where id = post;
  return true;
end
$$;

-- The posts whose comments do not all have their audience yet: policies ask the post itself about these. Hardly ever any.
create function private.changing_posts() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(select w.subject from private.open_work w where w.kind in ('post', 'post_audience'))
$$;
create function private.changing_public_posts() returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  return array(select p.id from public.posts p where p.id = any (private.changing_posts()) and p.audience = 'public');
end
$$;
grant execute on function private.changing_posts(), private.changing_public_posts() to anon, authenticated;

-- Work 'post_audience', after the audience of a post has changed: the audience of its comments that are not recent, and the notifications about a post that
-- staff removed.
create function private.follow_audience(changed_post uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
  others text[];
  rows_left integer := most;
  changed integer;
begin
  select * into post from public.posts p where p.id = changed_post and p.status <> 'deleted';
  if not found then
    return true;
  end if;
  others := array_remove('{public,friends,chosen,hidden}', post.audience);
  if post.status = 'removed' then
    rows_left := rows_left - private.delete_post_notifications(post.id, rows_left);
  end if;
  with moved as (
    update public.comments set audience = post.audience where id in (
      select c.id from public.comments c where c.post_id = post.id and c.audience = any (others) limit rows_left)
    returning id
  ), counted as (
    update public.comment_stats set audience = post.audience where id in (select m.id from moved m)
  )
  select count(*) into changed from moved;
  rows_left := rows_left - changed;
  update public.hashtags set audience = post.audience where id in (
    select h.id from public.hashtags h where h.post_id = post.id and h.audience = any (others) limit rows_left);
  get diagnostics changed = row_count;
  return changed < rows_left;
end
$$;

create function private.posts_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.posts_record_deletion(old);
  perform private.delete_post_notifications(old.id, 1000);
  perform private.files_delete_with_parent(old.id::text, '{post-images,comment-images}');
  perform private.remove_post_video(old);
  return null;
end
$$;
create trigger posts_after_delete after delete on public.posts
  for each row execute function private.posts_after_delete();

-- Once per statement, so that each author is counted once.
create function private.posts_after_delete_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.count_posts(d.user_id, -count(*)::integer) from deleted d
  where d.audience = 'public' and exists (select 1 from public.profiles p where p.id = d.user_id) group by d.user_id;
  return null;
end
$$;
create trigger posts_after_delete_statement after delete on public.posts referencing old table as deleted
  for each statement execute function private.posts_after_delete_statement();

create function private.post_stats_before_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    select p.audience, p.flagged, p.created_at into new.audience, new.flagged, new.created_at from public.posts p where p.id = new.id;
  end if;
  new.trending_score := private.trending_score(new.score, new.commenters, new.created_at);
  return new;
end
$$;
create trigger post_stats_before_write before insert or update of score, commenters on public.post_stats
  for each row execute function private.post_stats_before_write();

create function private.post_stats_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.listed_stats set score = new.score, comment_count = new.comment_count, trending_score = new.trending_score where post_id = new.id;
  return null;
end
$$;
create trigger post_stats_after_update after update of score, comment_count, commenters on public.post_stats
  for each row execute function private.post_stats_after_update();
