-- Rows that many members change: counters of posts, comments, polls and members, lists of tags, copies of author cards.
--
-- Two rules keep them right, however many act at once (docs/decisions/005-shared-counts.md):
-- 1. What a transaction changes in shared rows, it notes here and writes at its end, in one fixed order: kinds in the order of the function below, rows by
--    id. So nobody waits for a shared row longer than a commit takes, two transactions cannot wait for each other, and a refused action, which is rolled
--    back with its notes, has never locked one.
-- 2. A row that is copied (an author card, the scope of a post, whether somebody is a friend) is read FOR SHARE: its change then waits for the copy, or the
--    copy for its change.

-- The notes of transactions that are under way; empty otherwise. Not logged, because none survives its transaction.
create unlogged table private.shared_changes (
  tx xid8 not null default pg_current_xact_id(),
  id bigint generated always as identity,
  -- 'like', 'poll', 'post', 'member', 'friend', 'list', 'card' or 'boards'
  kind text not null,
  -- what changes; null for the boards
  row_id uuid,
  -- the counter, the option of a poll, the friendship, or the tag
  field text,
  difference integer not null,
  primary key (tx, id)
);
alter table private.shared_changes enable row level security;

create function private.change_later(kind text, row_id uuid, field text default null, difference integer default 0) returns void
language sql security definer set search_path = '' as $$
  insert into private.shared_changes (kind, row_id, field, difference) values (kind, row_id, field, difference)
$$;

create function private.apply_like_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select c.row_id, sum(c.difference)::integer as likes from private.shared_changes c where c.tx = this and c.kind = 'like'
    group by c.row_id having sum(c.difference) <> 0 order by c.row_id
  loop
    update public.comment_stats set likes = greatest(likes + change.likes, 0) where id = change.row_id;
  end loop;
end
$$;

create function private.apply_poll_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select c.row_id, c.field as option, sum(c.difference)::integer as votes from private.shared_changes c where c.tx = this and c.kind = 'poll'
    group by c.row_id, c.field having sum(c.difference) <> 0 order by c.row_id, c.field
  loop
    update public.poll_stats set total = total + change.votes,
      counts = jsonb_set(counts, array[change.option], to_jsonb((counts ->> change.option::integer)::integer + change.votes))
    where id = change.row_id;
  end loop;
end
$$;

-- Also locks the posts of lists that change, so that the members who change one post in the lists follow each other.
create function private.apply_post_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
begin
  for change in select c.row_id, coalesce(sum(c.difference) filter (where c.field = 'score'), 0)::integer as score,
      coalesce(sum(c.difference) filter (where c.field = 'comments'), 0)::integer as comments, bool_or(c.field = 'comments' and c.difference > 0) as is_commented,
      coalesce(sum(c.difference) filter (where c.field = 'commenters'), 0)::integer as commenters
    from private.shared_changes c where c.tx = this and c.kind in ('post', 'list') group by c.row_id order by c.row_id
  loop
    perform 1 from public.post_stats s where s.id = change.row_id for no key update;
    continue when not found;
    update public.post_stats s set score = s.score + change.score, comment_count = greatest(s.comment_count + change.comments, 0),
      commenters = greatest(s.commenters + change.commenters, 0)
    where s.id = change.row_id and (change.score, change.comments, change.commenters) <> (0, 0, 0);
    if change.is_commented then
      perform private.limit_recent_comments(change.row_id);
    end if;
  end loop;
end
$$;

-- The rank rises at 1, 10, 25 and 50 public posts.
create function private.apply_member_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
  total integer;
  new_rank smallint;
begin
  for change in select c.row_id, coalesce(sum(c.difference) filter (where c.field = 'posts'), 0)::integer as posts,
      coalesce(sum(c.difference) filter (where c.field = 'comments'), 0)::integer as comments,
      coalesce(sum(c.difference) filter (where c.kind = 'friend'), 0)::integer as friends, bool_or(c.kind = 'friend') as has_friend_changes
    from private.shared_changes c where c.tx = this and c.kind in ('member', 'friend') group by c.row_id order by c.row_id
  loop
    insert into public.profile_stats as s (id, post_count, comment_count, friend_count)
    select p.id, greatest(change.posts, 0), greatest(change.comments, 0), greatest(change.friends, 0) from public.profiles p where p.id = change.row_id
    on conflict (id) do update set post_count = greatest(s.post_count + change.posts, 0), comment_count = greatest(s.comment_count + change.comments, 0),
      friend_count = greatest(s.friend_count + change.friends, 0)
    where (change.posts, change.comments, change.friends) <> (0, 0, 0)
    returning post_count into total;
    if found and change.posts <> 0 then
      new_rank := case when total >= 50 then 4 when total >= 25 then 3 when total >= 10 then 2 when total >= 1 then 1 else 0 end;
      update public.profiles set rank = new_rank where id = change.row_id and rank <> new_rank;
    end if;
    if change.has_friend_changes then
      perform private.assign_feed_places(change.row_id);
    end if;
  end loop;
end
$$;

create function private.apply_list_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.update_tag_list(l.tag, l.post_id) from (
    select distinct c.field as tag, c.row_id as post_id from private.shared_changes c where c.tx = this and c.kind = 'list' order by 1, 2) l;
end
$$;

-- The members whose cards the changed lists will have. Before everything else, because a member who renames themselves has the lock of their profile from the
-- statement on, and waits at the end for rows that this transaction would have by then.
create function private.hold_listed_people(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles a where a.id in (
    select p.user_id from private.shared_changes l join public.posts p on p.id = l.row_id where l.tx = this and l.kind = 'list'
    union all
    select c.user_id from private.shared_changes l join public.hashtags h on h.tag = l.field and h.post_id = l.row_id join public.comments c on c.id = h.comment_id
    where l.tx = this and l.kind = 'list') order by a.id for share;
end
$$;

create function private.apply_card_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.begin_work('author_card', c.row_id) from (
    select distinct s.row_id from private.shared_changes s where s.tx = this and s.kind = 'card' order by 1) c;
end
$$;

create function private.shared_changes_after_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  kinds text[] := array(select distinct c.kind from private.shared_changes c where c.tx = new.tx);
begin
  -- The first row that gets here writes everything, and the rows after it find nothing.
  if 'list' = any (kinds) then
    perform private.hold_listed_people(new.tx);
  end if;
  if 'like' = any (kinds) then
    perform private.apply_like_changes(new.tx);
  end if;
  if 'poll' = any (kinds) then
    perform private.apply_poll_changes(new.tx);
  end if;
  if kinds && '{post,list}' then
    perform private.apply_post_changes(new.tx);
  end if;
  if kinds && '{member,friend}' then
    perform private.apply_member_changes(new.tx);
  end if;
  if 'list' = any (kinds) then
    perform private.apply_list_changes(new.tx);
  end if;
  -- A new rank is a new card.
  if kinds && '{member,card}' then
    perform private.apply_card_changes(new.tx);
  end if;
  if cardinality(kinds) > 0 then
    delete from private.shared_changes where tx = new.tx;
    if kinds && '{post,member,card,boards}' then
      perform private.refresh_boards();
    end if;
  end if;
  return null;
end
$$;
create constraint trigger shared_changes_after_insert after insert on private.shared_changes deferrable initially deferred
  for each row execute function private.shared_changes_after_insert();

-- After statements that change what is on a board, and no counter.
create function private.refresh_boards_after_statement() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.shared_changes where tx = pg_current_xact_id() and kind = 'boards') then
    perform private.change_later('boards', null);
  end if;
  return null;
end
$$;
create trigger posts_after_statement after insert or update of status on public.posts
  for each statement execute function private.refresh_boards_after_statement();
create trigger comments_after_statement after insert or delete on public.comments
  for each statement execute function private.refresh_boards_after_statement();
create trigger post_votes_after_statement after insert or update of value or delete on public.post_votes
  for each statement execute function private.refresh_boards_after_statement();
create trigger profiles_after_statement after insert or update or delete on public.profiles
  for each statement execute function private.refresh_boards_after_statement();
