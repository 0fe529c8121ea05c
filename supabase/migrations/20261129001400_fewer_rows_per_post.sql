-- A public post wrote 13 rows, 16 and more from its author's 101st on, and writes 7: itself, its counts and its author's card, the author's count of posts,
-- the action's id and two rates (tests/security/rows-per-post).

-- The page of the feed is set before the row is stored, so that post, poll and people are not written a second time for it. Pages are counted from their
-- posts: a refused post takes no place.
grant execute on function private.next_feed_page() to authenticated;
create or replace function private.posts_before_write() returns trigger
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
  if new.images is not null then
    new.image_url := new.images::jsonb -> 0 ->> 'url';
  elsif tg_op = 'UPDATE' and new.image_url = old.images::jsonb -> 0 ->> 'url' then
    new.image_url := null;
  end if;
  if tg_op = 'INSERT' or (old.title, old.description, old.image_url, old.gif_url, old.video_url)
    is distinct from (new.title, new.description, new.image_url, new.gif_url, new.video_url) then
    perform private.assert_post_has_content(new);
  end if;
  new.audience := private.audience_of(new.visibility, new.status, new.shared_with);
  if new.audience = 'public' and new.feed_page is null then
    new.feed_page := private.next_feed_page();
  end if;
  return new;
end
$$;

-- A step of posts_after_insert and posts_after_update: the columns that the post's row of counts repeats. The first step of an update, so that the row is
-- written once. In place of posts_assign_feed_page.
create function private.posts_copy_to_stats(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- As the row is now, and not as the trigger got it: a step of another row may have changed it again.
  insert into public.post_stats as s (id, user_id, visibility, status, audience, sticky, feed_page, author_page)
  select p.id, p.user_id, p.visibility, p.status, p.audience, p.sticky, p.feed_page, p.author_page from public.posts p where p.id = post
  on conflict (id) do update set visibility = excluded.visibility, status = excluded.status, audience = excluded.audience, sticky = excluded.sticky,
    feed_page = excluded.feed_page, author_page = excluded.author_page
  where (s.visibility, s.status, s.audience, s.sticky, s.feed_page, s.author_page)
    is distinct from (excluded.visibility, excluded.status, excluded.audience, excluded.sticky, excluded.feed_page, excluded.author_page);
end
$$;

-- Older posts of an author leave page 0 by 25 at once and not by the post that is one too many: the jobs move them, so page 0 has at most 125, and those of
-- the last minute.
create or replace function private.limit_newest_posts(author uuid) returns void
language sql security definer set search_path = '' as $$
  insert into private.open_work (kind, subject)
  select 'author_pages', author from (
    select 1 from public.posts p where p.user_id = author and p.author_page = 0 order by p.created_at desc offset 125 limit 1) too_many
  on conflict (kind, subject) do nothing
$$;

-- Work 'author_pages': keeps page 0 for the newest 100 posts of an author. Older ones go to pages of 50, numbered from 1 in order of arrival. A post takes
-- the rows of its newest 100 comments with it.
create function private.move_older_posts(author uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  older record;
  last_page integer;
  moved integer := 0;
begin
  for older in select id, visibility from (select id, visibility, created_at from public.posts where user_id = author and author_page = 0
    order by created_at desc, id desc offset 100) rest order by created_at, id limit greatest(most / 50, 1)
  loop
    select page_count into last_page from public.author_pages where user_id = author and visibility = older.visibility;
    if last_page is null or 50 <= (select count(*) from public.posts where user_id = author and author_page = last_page and visibility = older.visibility) then
      last_page := coalesce(last_page, 0) + 1;
      insert into public.author_pages (id, user_id, visibility, page_count) values (author || ':' || older.visibility, author, older.visibility, last_page)
      on conflict (id) do update set page_count = greatest(author_pages.page_count, excluded.page_count);
    end if;
    update public.posts set author_page = last_page where id = older.id;
    moved := moved + 1;
  end loop;
  return moved < greatest(most / 50, 1);
end
$$;

create or replace function private.do_slice(kind text, subject uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return case kind
    when 'post' then private.delete_post_rows(subject, most)
    when 'post_audience' then private.follow_audience(subject, most)
    when 'author_pages' then private.move_older_posts(subject, most)
    when 'comment' then private.delete_comment_likes(subject, most)
    when 'author_card' then private.update_author_copies(subject, most)
    when 'messages' then private.read_older_messages(subject)
    when 'friends' then private.update_active_friends(subject, most)
    when 'account' then private.delete_account_rows(subject, most)
  end;
end
$$;

-- The public posts that the caller has written in this transaction: their count and their lists follow at its end, as what private.shared_changes notes, but
-- take no rows there. At most as many as the rate of posts allows. A rollback to a savepoint takes them back.
create function private.new_posts() returns uuid[]
language sql stable set search_path = '' as $$
  select coalesce(string_to_array(nullif(current_setting('app.new_posts', true), ''), ',')::uuid[], '{}')
$$;

create function private.note_new_post(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if post.audience = 'public' and post.user_id = (select auth.uid()) then
    perform set_config('app.new_posts', concat_ws(',', nullif(current_setting('app.new_posts', true), ''), post.id), true);
  else
    perform private.count_posts(post.user_id, (post.audience = 'public')::integer);
  end if;
end
$$;

create or replace function private.posts_after_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.posts_bind_poll(new);
  perform private.add_person_to_post(new.id, new.user_id);
  perform private.posts_add_recipients(new);
  if new.audience = 'public' then
    perform private.add_person_to_feed_page(new.feed_page, new.user_id);
  end if;
  perform private.posts_copy_to_stats(new.id);
  if new.sticky and new.audience = 'public' then
    perform private.add_person_to_feed_page(-1, new.user_id);
  end if;
  perform private.limit_newest_posts(new.user_id);
  perform private.note_new_post(new);
  perform private.count_flagged_posts(new.user_id, new.flagged::integer);
  perform private.set_hashtags(new.id, null, concat_ws(' ', new.title, new.description));
  perform private.posts_notify_mentioned(new);
  return null;
end
$$;

create or replace function private.posts_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old is not distinct from new then
    return null;
  end if;
  if (old.visibility, old.status, old.audience, old.feed_page, old.sticky, old.author_page)
    is distinct from (new.visibility, new.status, new.audience, new.feed_page, new.sticky, new.author_page) then
    perform private.posts_copy_to_stats(new.id);
  end if;
  if (old.audience, old.feed_page, old.sticky, old.author_page) is distinct from (new.audience, new.feed_page, new.sticky, new.author_page) then
    perform private.posts_copy_scope(new);
  end if;
  if old.flagged is distinct from new.flagged then
    perform private.posts_copy_flag(new);
    perform private.count_flagged_posts(new.user_id, new.flagged::integer - old.flagged::integer);
  end if;
  perform private.posts_update_lists(new, old.audience);
  if old.feed_page is null and new.feed_page is not null then
    perform private.add_person_to_feed_page(new.feed_page, new.user_id);
  end if;
  if (old.visibility, old.status, old.sticky, old.author_page) is distinct from (new.visibility, new.status, new.sticky, new.author_page) then
    if new.sticky and new.audience = 'public' then
      perform private.add_person_to_feed_page(-1, new.user_id);
    end if;
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
drop function private.posts_assign_feed_page(public.posts);

create or replace function private.hashtags_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  hashtag public.hashtags := case when tg_op = 'DELETE' then old else new end;
begin
  -- The lists of a new post are read from its tags at the end.
  if hashtag.comment_id is null and hashtag.post_id = any (private.new_posts()) then
    return null;
  end if;
  -- Nothing to do for a post that is in no list, or is being deleted: its rows in the lists are deleted with it.
  if exists (select 1 from public.posts p where p.id = hashtag.post_id and p.audience = 'public') then
    perform private.change_later('list', hashtag.post_id, hashtag.tag);
  end if;
  return null;
end
$$;

-- The rank rises at 1, 10, 25 and 50 public posts. `posted`: the caller's new ones.
create function private.apply_member_changes(this xid8, posted integer) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
  total integer;
  new_rank smallint;
begin
  for change in select c.row_id, coalesce(sum(c.difference) filter (where c.field = 'posts'), 0)::integer as posts,
      coalesce(sum(c.difference) filter (where c.field = 'comments'), 0)::integer as comments,
      coalesce(sum(c.difference) filter (where c.kind = 'friend'), 0)::integer as friends, bool_or(c.kind = 'friend') as has_friend_changes
    from (
      select n.row_id, n.kind, n.field, n.difference from private.shared_changes n where n.tx = this and n.kind in ('member', 'friend')
      union all
      select (select auth.uid()), 'member', 'posts', posted where posted > 0) c
    group by c.row_id order by c.row_id
  loop
    insert into public.profile_stats as s (id, post_count, comment_count, friend_count)
    select p.id, greatest(change.posts, 0), greatest(change.comments, 0), greatest(change.friends, 0) from public.profiles p where p.id = change.row_id
    on conflict (id) do update set post_count = greatest(s.post_count + change.posts, 0), comment_count = greatest(s.comment_count + change.comments, 0),
      friend_count = greatest(s.friend_count + change.friends, 0)
    where (change.posts, change.comments, change.friends) <> (0, 0, 0)
    returning post_count into total;
    if found and change.posts <> 0 then
      new_rank := case when total >= 50 then 4 when total >= 25 then 3 when total >= 10 then 2 when total >= 1 then 1 else 0 end;
      -- Not without a new rank: profiles have triggers per statement.
      if exists (select 1 from public.profiles p where p.id = change.row_id and p.rank <> new_rank) then
        update public.profiles set rank = new_rank where id = change.row_id and rank <> new_rank;
      end if;
    end if;
    if change.has_friend_changes then
      perform private.assign_feed_places(change.row_id);
    end if;
  end loop;
end
$$;
drop function private.apply_member_changes(xid8);

create function private.apply_list_changes(this xid8, posted uuid[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.update_tag_list(l.tag, l.post_id) from (
    select c.field as tag, c.row_id as post_id from private.shared_changes c where c.tx = this and c.kind = 'list'
    union
    select h.tag, h.post_id from public.hashtags h where h.post_id = any (posted) and h.comment_id is null
    order by 1, 2) l;
end
$$;
drop function private.apply_list_changes(xid8);

-- Also of posts, for what they note without a row.
create or replace function private.shared_changes_after_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  this xid8 := pg_current_xact_id();
  posted uuid[] := private.new_posts();
  has_posted boolean := cardinality(posted) > 0;
  kinds text[] := array(select distinct c.kind from private.shared_changes c where c.tx = this);
begin
  -- The first row that gets here writes everything, and the rows after it find nothing.
  if has_posted then
    perform set_config('app.new_posts', '', true);
  end if;
  if 'list' = any (kinds) then
    perform private.hold_listed_people(this);
  end if;
  if 'like' = any (kinds) then
    perform private.apply_like_changes(this);
  end if;
  if 'poll' = any (kinds) then
    perform private.apply_poll_changes(this);
  end if;
  if kinds && '{post,list}' then
    perform private.apply_post_changes(this);
  end if;
  if has_posted or kinds && '{member,friend}' then
    perform private.apply_member_changes(this, cardinality(posted));
  end if;
  if has_posted or 'list' = any (kinds) then
    perform private.apply_list_changes(this, posted);
  end if;
  -- A new rank is a new card.
  if has_posted or kinds && '{member,card}' then
    perform private.apply_card_changes(this);
  end if;
  if has_posted or cardinality(kinds) > 0 then
    delete from private.shared_changes where tx = this;
    if has_posted or kinds && '{post,member,card,boards}' then
      perform private.refresh_boards();
    end if;
  end if;
  return null;
end
$$;
create constraint trigger posts_at_end after insert on public.posts deferrable initially deferred
  for each row when (new.audience = 'public') execute function private.shared_changes_after_insert();

-- Without a note of its own where another one refreshes the boards.
create or replace function private.refresh_boards_after_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if cardinality(private.new_posts()) = 0 and not exists (
    select 1 from private.shared_changes where tx = pg_current_xact_id() and kind in ('post', 'member', 'card', 'boards')) then
    perform private.change_later('boards', null);
  end if;
  return null;
end
$$;
