-- Comments, their likes, and votes on posts.

create table public.comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- No foreign key: when the parent is deleted, its replies stay as they are, however many there are, and are shown without it.
  parent_id uuid,
  text text,
  image_url text,
  -- of the image, as in post_images
  image_width integer,
  image_height integer,
  image_alt text,
  image_preview text,
  -- its file is not in Storage yet: only the author sees it, from the own device. A comment that is only this image waits for it (see audience).
  image_missing boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz,
  -- 0 for a comment, then 1 to 4; deeper replies become siblings of the one they answer
  depth smallint not null default 0,
  -- among the newest 100 of its post: these travel with the feed
  is_recent boolean not null default true,
  -- the post's, by trigger; once the comment is not recent, only the audience, which follows in slices (private.posts_copy_scope). 'waiting': only the author sees
  -- it, and it is counted and notified of when its image has arrived. Then it is not recent, has no text and no row in comment_stats.
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_page integer not null,
  post_author_id uuid not null,
  constraint comments_not_empty check (private.has_text(text) or image_url is not null),
  constraint comments_text_length check (char_length(text) <= 5000),
  constraint comments_image_url_safe check (private.is_media_url(image_url)),
  constraint comments_image_described check (private.is_image_description(image_width, image_height, image_alt, image_preview)),
  constraint comments_depth_bounded check (depth between 0 and 4),
  constraint comments_not_own_parent check (parent_id <> id)
);
comment on constraint comments_not_empty on public.comments is 'A comment needs some text or an image.';
comment on constraint comments_text_length on public.comments is 'A comment may have at most 5,000 characters.';
comment on constraint comments_image_url_safe on public.comments is 'That image address cannot be used.';
comment on constraint comments_image_described on public.comments is 'A description of a picture may have at most 1,000 characters.';
create index comments_post_id on public.comments (post_id, created_at);
create index comments_recent on public.comments (post_id, created_at desc, id desc) where is_recent;
create index comments_user_id on public.comments (user_id, created_at desc);
create index comments_audience on public.comments (post_id, audience);
create index comments_of_member on public.comments (post_id, user_id);
create index comments_image_missing on public.comments (id) where image_missing;
create index comments_waiting on public.comments (user_id) where audience = 'waiting';

-- Ids of deleted comments. Members can never use them again, so that a replay does not bring back what a moderator or the author removed.
create table private.comment_deletions (
  id uuid primary key,
  user_id uuid not null references public.profiles (id) on delete cascade
);
create index comment_deletions_user_id on private.comment_deletions (user_id);

create table public.comment_stats (
  id uuid primary key references public.comments (id) on delete cascade,
  post_id uuid not null references public.posts (id) on delete cascade,
  likes integer not null default 0,
  is_recent boolean not null default true,
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_page integer not null,
  post_author_id uuid not null
);
create index comment_stats_post_id on public.comment_stats (post_id);
create index comment_stats_recent on public.comment_stats (post_id) where is_recent;

create table public.comment_likes (
  id uuid primary key,
  -- No foreign key: the likes of a deleted comment are deleted in slices (private.delete_comment_likes), and kept while staff may undo the deletion.
  comment_id uuid not null,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- the comment's, by trigger: an opened post loads the member's own likes in it
  post_id uuid not null references public.posts (id) on delete cascade,
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint comment_likes_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a02', comment_id, user_id)),
  constraint comment_likes_once unique (comment_id, user_id)
);
create index comment_likes_user_id on public.comment_likes (user_id, created_at desc);
create index comment_likes_recent on public.comment_likes (user_id, created_at desc) where is_recent;
create index comment_likes_post_id on public.comment_likes (post_id);

create table public.post_votes (
  id uuid primary key,
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  value smallint not null,
  -- among the member's newest 500, which their devices keep
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint post_votes_value_known check (value in (-1, 1)),
  constraint post_votes_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01', post_id, user_id)),
  constraint post_votes_once unique (post_id, user_id)
);
comment on constraint post_votes_value_known on public.post_votes is 'A vote is up or down.';
create index post_votes_user_id on public.post_votes (user_id, created_at desc);
create index post_votes_recent on public.post_votes (user_id, created_at desc) where is_recent;

alter table public.comments enable row level security;
alter table private.comment_deletions enable row level security;
alter table public.comment_stats enable row level security;
alter table public.comment_likes enable row level security;
alter table public.post_votes enable row level security;
grant select on public.comments, public.comment_stats to anon, authenticated;
grant select on public.comment_likes, public.post_votes to authenticated;
grant delete on public.comments, public.comment_likes, public.post_votes to authenticated;
-- The times may be named: a trigger replaces them with the server's.
grant insert (id, post_id, user_id, parent_id, text, image_url, image_width, image_height, image_alt, image_preview, created_at, updated_at) on public.comments to authenticated;
grant update (text, updated_at) on public.comments to authenticated;
grant insert (id, comment_id, user_id, post_id, created_at) on public.comment_likes to authenticated;
-- An upsert names every column on update too; the trigger refuses all changes but the value's.
grant insert (id, post_id, user_id, value, created_at), update (id, post_id, user_id, value) on public.post_votes to authenticated;

create policy comments_are_read_by_guests on public.comments for select to anon
  using ((audience = 'public' and post_id <> all ((select private.changing_posts())::uuid[]))
    or (audience <> 'waiting' and post_id = any ((select private.changing_public_posts())::uuid[])));
create policy comments_are_read_with_the_post on public.comments for select to authenticated
  using ((audience = 'public' and post_id <> all ((select private.changing_posts())::uuid[]))
    or case audience when 'waiting' then user_id = (select auth.uid()) else private.may_read_post(post_id) end);
create policy comments_are_written_by_author on public.comments for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy comments_are_edited_by_author on public.comments for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy comments_are_deleted_by_author_or_staff on public.comments for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
create policy comment_stats_are_read_by_guests on public.comment_stats for select to anon
  using ((audience = 'public' and post_id <> all ((select private.changing_posts())::uuid[])) or post_id = any ((select private.changing_public_posts())::uuid[]));
create policy comment_stats_are_read_with_the_post on public.comment_stats for select to authenticated
  using ((audience = 'public' and post_id <> all ((select private.changing_posts())::uuid[])) or private.may_read_post(post_id));
-- Members also read their own likes on posts that they may no longer read (unfriended, blocked): the likes are on their devices and can be taken back.
create policy comment_likes_are_read_with_the_comment on public.comment_likes for select to authenticated
  using (user_id = (select auth.uid()) or exists (select 1 from public.comments c where c.id = comment_id offset 0));
create policy comment_likes_are_given_by_member on public.comment_likes for insert to authenticated with check (user_id = (select auth.uid()));
create policy comment_likes_are_deleted_by_member on public.comment_likes for delete to authenticated using (user_id = (select auth.uid()));
-- Single votes are private; post_stats has the sum.
create policy post_votes_are_read_by_voter on public.post_votes for select to authenticated using (user_id = (select auth.uid()));
create policy post_votes_are_cast_by_voter on public.post_votes for insert to authenticated with check (user_id = (select auth.uid()));
create policy post_votes_are_changed_by_voter on public.post_votes for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy post_votes_are_withdrawn_by_voter on public.post_votes for delete to authenticated using (user_id = (select auth.uid()));

-- Comments

create function private.was_comment_deleted(comment_id uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.comment_deletions where id = comment_id)
$$;
grant execute on function private.was_comment_deleted(uuid) to authenticated;

-- Why `member` may not comment on the post now, as a sentence; null: they may. Comments of muted members, on locked posts, between two members of whom one blocks
-- the other (both ways alike), and on posts that the member cannot read are refused. Staff comment everywhere. Asked for a new comment, an edit, and an image
-- that arrives later.
create function private.refusal_to_comment(post uuid, member uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  is_staff boolean := exists (select 1 from public.profiles p where p.id = member and p.role in ('admin', 'ceo') and not p.is_banned);
  target public.posts;
begin
  select * into target from public.posts p where p.id = post and p.status not in ('removed', 'deleted');
  return coalesce(private.refusal_to_write(member, true), case
    when target.id is null then 'This post is no longer there.'
    when is_staff then null
    when target.comments_locked then 'Comments on this post are locked.'
    when private.are_blocked(target.user_id, member) then 'You cannot comment on this post.'
    when not private.may_read_post(target, member) then 'This post is no longer there.'
  end);
end
$$;

create function private.assert_may_comment(post uuid) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  refusal text := private.refusal_to_comment(post, (select auth.uid()));
begin
  if refusal is not null then
    raise exception using message = refusal, errcode = '42501';
  end if;
end
$$;
grant execute on function private.assert_may_comment(uuid) to authenticated;

-- The comment with the scope of its post.
create function private.comment_with_scope(comment public.comments) returns public.comments
language plpgsql stable set search_path = '' as $$
begin
  select p.audience, p.feed_page, p.sticky, p.author_page, p.user_id
  into comment.audience, comment.feed_page, comment.sticky, comment.author_page, comment.post_author_id
  from public.posts p where p.id = comment.post_id;
  return comment;
end
$$;
grant execute on function private.comment_with_scope(public.comments) to authenticated;

create function private.comments_before_write() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_member boolean := private.is_api_caller();
  parent public.comments;
begin
  if by_member then
    perform private.assert_may_write(tg_op <> 'DELETE');
    if tg_op <> 'INSERT' then
      perform private.assert_post_exists(old.post_id);
    end if;
  end if;
  if tg_op = 'DELETE' then
    if by_member and old.user_id <> (select auth.uid()) then
      perform private.keep_removed_comment(old.id);
    end if;
    return old;
  end if;
  if tg_op = 'INSERT' or old.audience = 'waiting' then
    perform private.hold_post(new.post_id);
  end if;
  if tg_op = 'INSERT' and by_member then
    if private.was_comment_deleted(new.id) then
      raise exception 'This comment was deleted.' using errcode = '23505';
    end if;
    perform private.assert_post_exists(new.post_id);
  end if;
  -- A lock also covers comments that exist and edits queued before it: only staff change a text then. Members may still delete their own.
  if by_member and (tg_op = 'INSERT' or new.text is distinct from old.text) then
    perform private.assert_may_comment(new.post_id);
  end if;
  if tg_op = 'UPDATE' then
    if by_member and new.text is distinct from old.text then
      perform private.limit_rate(new.user_id, 'comment_edit', 'You have edited very often in the last hour. Please try again later.');
      new.updated_at := clock_timestamp();
    elsif by_member then
      new.updated_at := old.updated_at;
    end if;
    if new.image_missing and old.audience <> 'waiting' and not private.has_text(new.text) then
      raise exception 'A comment needs some text or an image.' using errcode = '23514';
    elsif old.audience = 'waiting' and (not new.image_missing or private.has_text(new.text)) then
      new := private.comment_with_scope(new);
      new.is_recent := true;
    end if;
    return new;
  end if;

  if by_member then
    new.created_at := clock_timestamp();
    new.updated_at := null;
    perform private.limit_rate(new.user_id, 'comment', 'You have commented very often in the last hour. Please try again later.');
  end if;
  if new.parent_id is not null then
    select * into parent from public.comments c where c.id = new.parent_id and c.post_id = new.post_id;
    if not found then
      raise exception 'The comment that this answers is no longer there.' using errcode = '23503';
    end if;
    -- A parent is older than its reply and never changes, so no cycle is possible.
    if parent.depth >= 4 then
      new.parent_id := parent.parent_id;
    end if;
    new.depth := case when new.parent_id is null then 0 else least(parent.depth + 1, 4) end;
  end if;
  new := private.comment_with_scope(new);
  if new.image_url is not null then
    new.image_missing := private.is_comment_image_missing(new.id, new.image_url);
    if new.image_missing and not private.has_text(new.text) then
      new.audience := 'waiting';
      new.is_recent := false;
    end if;
  end if;
  return new;
end
$$;
create trigger comments_before_write before insert or update or delete on public.comments
  for each row execute function private.comments_before_write();

-- Keeps is_recent on the newest 100 comments of a post, and on their authors.
create function private.limit_recent_comments(post uuid) returns void
language sql security definer set search_path = '' as $$
  with old as (
    select id from public.comments where post_id = post and is_recent order by created_at desc, id desc offset 100
  ), cooled as (
    update public.comments set is_recent = false where id in (select id from old) returning id, user_id
  ), uncounted as (
    update public.comment_stats set is_recent = false where id in (select id from cooled)
  )
  update public.post_people p set is_recent = false where p.post_id = post and p.user_id in (select user_id from cooled) and p.user_id <> p.post_author_id
    and not exists (select 1 from public.comments c where c.post_id = post and c.is_recent and c.user_id = p.user_id and c.id not in (select id from cooled))
$$;

-- Counts public comments per member. Only the member's own devices wait for this row.
create function private.count_comments(author uuid, difference integer) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if difference <> 0 and exists (select 1 from public.profiles where id = author) then
    perform private.change_later('member', author, 'comments', difference);
  end if;
end
$$;

-- The comment's stats row, the post's count, and the author among the people of the post and of its page.
create function private.comments_add_to_post(comment public.comments) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.comment_stats (id, post_id) values (comment.id, comment.post_id);
  perform private.change_later('post', comment.post_id, 'comments', 1);
  perform private.add_person_to_post(comment.post_id, comment.user_id);
  if comment.audience = 'public' then
    perform private.add_person_to_feed_page(comment.feed_page, comment.user_id);
    if comment.sticky then
      perform private.add_person_to_feed_page(-1, comment.user_id);
    end if;
  end if;
end
$$;

create function private.comments_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'DELETE' and new.audience = 'waiting' then
    return null;
  elsif tg_op = 'INSERT' or (tg_op = 'UPDATE' and old.audience = 'waiting') then
    perform private.comments_add_to_post(new);
    perform private.count_comments(new.user_id, (new.audience = 'public')::integer);
    perform private.set_hashtags(new.post_id, new.id, new.text);
    perform private.comments_notify_answered(new);
    perform private.comments_notify_mentioned(new);
  elsif tg_op = 'UPDATE' then
    perform private.count_comments(new.user_id, (new.audience = 'public')::integer - (old.audience = 'public')::integer);
    if old.text is distinct from new.text then
      perform private.keep_held_row(old.post_id, 'comments', to_jsonb(old), false);
      perform private.set_hashtags(new.post_id, new.id, new.text);
      perform private.change_later('list', h.post_id, h.tag) from public.hashtags h where h.comment_id = new.id;
      perform private.comments_notify_mentioned(new);
    end if;
  else
    if old.audience <> 'waiting' then
      perform private.keep_held_row(old.post_id, 'comments', to_jsonb(old), true);
    end if;
    -- With the author's account everything of theirs is deleted; there is no profile left to record it for.
    insert into private.comment_deletions (id, user_id) select old.id, p.id from public.profiles p where p.id = old.user_id on conflict do nothing;
    perform private.count_comments(old.user_id, -(old.audience = 'public')::integer);
    -- Not when the post itself is being deleted: these rows are deleted with it.
    if old.audience <> 'waiting' and exists (select 1 from public.posts p where p.id = old.post_id and p.status <> 'deleted') then
      perform private.change_later('post', old.post_id, 'comments', -1);
      perform private.remove_person_from_post(old.post_id, old.user_id);
    end if;
    perform private.delete_notifications('comment:' || old.id), private.delete_notifications('mention:comment:' || old.id);
    perform private.begin_work('comment', old.id);
    -- Otherwise the image stays as long as the deletion can be undone.
    if old.image_url is not null and not exists (select 1 from private.removed_comments r where r.id = old.id) then
      perform private.files_delete_with_parent(old.post_id || '/' || old.id, '{comment-images}');
    end if;
    if private.is_staff() then
      perform private.comments_log_removal(old);
    end if;
  end if;
  return null;
end
$$;
create trigger comments_after_write after insert or update of text, audience, image_missing or delete on public.comments
  for each row execute function private.comments_after_write();

-- Work 'comment': likes of a deleted comment. Those of one that staff may bring back, or have brought back, stay.
create function private.delete_comment_likes(deleted uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.comment_likes where id in (
    select l.id from public.comment_likes l where l.comment_id = deleted
      and not exists (select 1 from public.comments c where c.id = deleted) and not exists (select 1 from private.removed_comments r where r.id = deleted)
    limit most);
  get diagnostics gone = row_count;
  return gone < most;
end
$$;

create trigger comment_stats_before_insert before insert on public.comment_stats
  for each row execute function private.copy_post_scope();

-- Likes

create function private.comment_likes_before_write() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_member boolean := private.is_api_caller();
begin
  if by_member then
    perform private.assert_may_write(false);
  end if;
  if tg_op = 'DELETE' then
    if by_member then
      perform private.limit_rate(old.user_id, 'like_change', 'You have liked very often in the last hour. Please try again later.');
    end if;
    return old;
  end if;
  new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a02', new.comment_id, new.user_id));
  -- With the caller's rights: a comment that they cannot read is refused as missing.
  select c.post_id into new.post_id from public.comments c where c.id = new.comment_id;
  if not found then
    raise exception 'This comment is no longer there.' using errcode = '23503';
  end if;
  if by_member then
    new.created_at := clock_timestamp();
    perform private.limit_rate(new.user_id, 'like', 'You have liked very often in the last hour. Please try again later.');
  end if;
  return new;
end
$$;
create trigger comment_likes_before_write before insert or delete on public.comment_likes
  for each row execute function private.comment_likes_before_write();

create function private.comment_likes_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if exists (select 1 from public.comments c where c.id = old.comment_id) then
      perform private.change_later('like', old.comment_id, null, -1);
    end if;
    return null;
  end if;
  -- Waits for a deletion of the comment under way, and keeps back the next one.
  perform 1 from public.comment_stats s where s.id = new.comment_id for key share;
  if not found then
    raise exception 'This comment is no longer there.' using errcode = '23503';
  end if;
  perform private.change_later('like', new.comment_id, null, 1);
  update public.comment_likes set is_recent = false where id in (
    select id from public.comment_likes where user_id = new.user_id and is_recent order by created_at desc offset 500);
  return null;
end
$$;
create trigger comment_likes_after_write after insert or delete on public.comment_likes
  for each row execute function private.comment_likes_after_write();

-- Votes on posts

create function private.post_votes_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01', new.post_id, new.user_id));
  end if;
  if not private.is_api_caller() then
    return coalesce(new, old);
  end if;
  perform private.assert_may_write(false);
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and new.value <> old.value) then
    perform private.limit_rate(old.user_id, 'vote_change', 'You have changed your votes very often in the last hour. Please try again later.');
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'UPDATE' and (new.id, new.post_id, new.user_id) is distinct from (old.id, old.post_id, old.user_id) then
    raise exception 'A vote stays with its post.' using errcode = '42501';
  end if;
  perform private.assert_post_exists(new.post_id);
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
    -- Another device of the member voted first: the later vote replaces it.
    update public.post_votes v set value = new.value where v.id = new.id and v.user_id = (select auth.uid()) and v.value <> new.value;
    if found then
      return null;
    end if;
    perform private.limit_rate(new.user_id, 'vote', 'You have voted very often in the last hour. Please try again later.');
  end if;
  return new;
end
$$;
create trigger post_votes_before_write before insert or update of id, post_id, user_id, value or delete on public.post_votes
  for each row execute function private.post_votes_before_write();

create function private.post_votes_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  voter uuid := (case when tg_op = 'DELETE' then old else new end).user_id;
  post uuid := (case when tg_op = 'DELETE' then old else new end).post_id;
begin
  if exists (select 1 from public.posts where id = post) then
    perform private.change_later('post', post, 'score',
      case when tg_op = 'DELETE' then 0 else new.value end - case when tg_op = 'INSERT' then 0 else old.value end);
  end if;
  if tg_op = 'INSERT' then
    update public.post_votes set is_recent = false where id in (
      select id from public.post_votes where user_id = voter and is_recent order by created_at desc offset 500);
  end if;
  return null;
end
$$;
create trigger post_votes_after_write after insert or update of value or delete on public.post_votes
  for each row execute function private.post_votes_after_write();
