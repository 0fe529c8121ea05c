-- Counts that everybody sees (score and comments of a post, likes of a comment, votes of a poll) change for others at most once per pause, however many
-- members act: each change is sent to every device that holds the row. The first act after a pause is published at once; those within the pause wait in
-- private.waiting_counts, and the timer publishes their sum (docs/decisions/035-counts-with-a-pause.md).
--
-- Who acts within the pause gets the count with their act in a row of their own (own_counts). Acts on a row follow each other by its lock in *_stats and are
-- numbered by `version`, so a device shows the newer one of the two, in whatever order they arrive.

create function private.count_pause() returns interval
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('app.count_pause', true), ''), '5 seconds')::interval
$$;

alter table public.post_stats add column version integer not null default 0, add column counted_at timestamptz not null default '-infinity';
alter table public.comment_stats add column version integer not null default 0, add column counted_at timestamptz not null default '-infinity';
alter table public.poll_stats add column version integer not null default 0, add column counted_at timestamptz not null default '-infinity';
alter table public.listed_stats add column version integer not null default 0;

-- What is not in the published counts yet. By the id of the post, comment or poll, and by kind: devices choose ids, so a comment can have that of a post.
create table private.waiting_counts (
  id uuid not null,
  -- 'post', 'like' or 'poll', as in private.shared_changes
  kind text not null,
  score integer not null default 0,
  comments integer not null default 0,
  commenters integer not null default 0,
  likes integer not null default 0,
  -- votes by option
  options jsonb not null default '{}',
  acts integer not null,
  since timestamptz not null default clock_timestamp(),
  primary key (id, kind)
) with (fillfactor = 50);
create index waiting_counts_since on private.waiting_counts (since);
alter table private.waiting_counts enable row level security;

-- The counts as the member left them within a pause. Deleted after a day: by then every device has a newer published count.
create table public.own_counts (
  owner_id uuid not null references public.profiles (id) on delete cascade,
  -- of the post, comment or poll
  id uuid not null,
  score integer,
  comment_count integer,
  likes integer,
  counts jsonb,
  total integer,
  version integer not null,
  changed_at timestamptz not null default clock_timestamp(),
  primary key (owner_id, id)
) with (fillfactor = 80);
create index own_counts_changed_at on public.own_counts using brin (changed_at);
alter table public.own_counts enable row level security;
grant select on public.own_counts to authenticated;
create policy own_counts_are_read_by_owner on public.own_counts for select to authenticated using (owner_id = (select auth.uid()));
alter publication powersync add table public.own_counts;

-- The votes of a poll with those of some options added.
create function private.add_votes(counts jsonb, options jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_agg(greatest(c.votes::integer + coalesce((options ->> (c.place - 1)::integer::text)::integer, 0), 0) order by c.place), '[]')
  from jsonb_array_elements_text(counts) with ordinality c (votes, place)
$$;

-- Publishes what waits, with what one more act changes. The caller has the row's lock.
create function private.publish_post_count(post uuid, score integer default 0, comments integer default 0, commenters integer default 0, acts integer default 0) returns void
language sql security definer set search_path = '' as $$
  with waiting as (
    delete from private.waiting_counts where id = post and kind = 'post' returning *
  )
  update public.post_stats s set score = s.score + publish_post_count.score + coalesce(w.score, 0),
    comment_count = greatest(s.comment_count + publish_post_count.comments + coalesce(w.comments, 0), 0),
    commenters = greatest(s.commenters + publish_post_count.commenters + coalesce(w.commenters, 0), 0),
    version = s.version + publish_post_count.acts + coalesce(w.acts, 0), counted_at = clock_timestamp()
  from (select 1) one left join waiting w on true
  where s.id = post
$$;

create function private.publish_like_count(comment uuid, likes integer default 0, acts integer default 0) returns void
language sql security definer set search_path = '' as $$
  with waiting as (
    delete from private.waiting_counts where id = comment and kind = 'like' returning *
  )
  update public.comment_stats s set likes = greatest(s.likes + publish_like_count.likes + coalesce(w.likes, 0), 0),
    version = s.version + publish_like_count.acts + coalesce(w.acts, 0), counted_at = clock_timestamp()
  from (select 1) one left join waiting w on true
  where s.id = comment
$$;

create function private.publish_poll_count(poll uuid, options jsonb default '{}', acts integer default 0) returns void
language sql security definer set search_path = '' as $$
  with waiting as (
    delete from private.waiting_counts where id = poll and kind = 'poll' returning *
  ), counted as (
    select private.add_votes(private.add_votes(s.counts, publish_poll_count.options), coalesce(w.options, '{}')) as counts, coalesce(w.acts, 0) as acts
    from public.poll_stats s left join waiting w on true where s.id = poll
  )
  update public.poll_stats s set counts = c.counts, total = (select coalesce(sum(v::integer), 0) from jsonb_array_elements_text(c.counts) v),
    version = s.version + publish_poll_count.acts + c.acts, counted_at = clock_timestamp()
  from counted c where s.id = poll
$$;

-- Sums of two changes by option, without those that are 0.
create function private.sum_options(one jsonb, other jsonb) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_object_agg(key, votes), '{}') from (
    select key, sum(value::integer) as votes from (select * from jsonb_each_text(one) union all select * from jsonb_each_text(other)) o group by key) s where votes <> 0
$$;

-- The counts as the session's member has just left them. The row is that of the member's last act, whole: the version of one kind does not hold for the
-- counts of another.
create function private.show_own_counts(counted uuid, version integer, score integer default null, comment_count integer default null, likes integer default null,
  counts jsonb default null) returns void
language sql security definer set search_path = '' as $$
  insert into public.own_counts as o (owner_id, id, score, comment_count, likes, counts, total, version)
  select p.id, counted, show_own_counts.score, show_own_counts.comment_count, show_own_counts.likes, show_own_counts.counts,
    (select sum(v::integer) from jsonb_array_elements_text(show_own_counts.counts) v), show_own_counts.version
  from public.profiles p where p.id = (select auth.uid())
  on conflict (owner_id, id) do update set score = excluded.score, comment_count = excluded.comment_count, likes = excluded.likes,
    counts = excluded.counts, total = excluded.total, version = excluded.version, changed_at = excluded.changed_at
$$;

create or replace function private.apply_like_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
  counted timestamptz;
begin
  for change in select c.row_id, sum(c.difference)::integer as likes from private.shared_changes c where c.tx = this and c.kind = 'like'
    group by c.row_id having sum(c.difference) <> 0 order by c.row_id
  loop
    select s.counted_at into counted from public.comment_stats s where s.id = change.row_id for no key update;
    continue when not found;
    if counted <= clock_timestamp() - private.count_pause() then
      perform private.publish_like_count(change.row_id, change.likes, 1);
      continue;
    end if;
    insert into private.waiting_counts as w (id, kind, likes, acts) values (change.row_id, 'like', change.likes, 1)
    on conflict (id, kind) do update set likes = w.likes + excluded.likes, acts = w.acts + 1;
    perform private.show_own_counts(s.id, s.version + w.acts, likes => greatest(s.likes + w.likes, 0))
    from public.comment_stats s join private.waiting_counts w on w.id = s.id and w.kind = 'like' where s.id = change.row_id;
  end loop;
end
$$;

create or replace function private.apply_poll_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
  counted timestamptz;
begin
  for change in select o.row_id, jsonb_object_agg(o.option, o.votes) as options from (
      select c.row_id, c.field as option, sum(c.difference)::integer as votes from private.shared_changes c where c.tx = this and c.kind = 'poll'
      group by c.row_id, c.field having sum(c.difference) <> 0) o
    group by o.row_id order by o.row_id
  loop
    select s.counted_at into counted from public.poll_stats s where s.id = change.row_id for no key update;
    continue when not found;
    if counted <= clock_timestamp() - private.count_pause() then
      perform private.publish_poll_count(change.row_id, change.options, 1);
      continue;
    end if;
    insert into private.waiting_counts as w (id, kind, options, acts) values (change.row_id, 'poll', change.options, 1)
    on conflict (id, kind) do update set options = private.sum_options(w.options, excluded.options), acts = w.acts + 1;
    perform private.show_own_counts(s.id, s.version + w.acts, counts => private.add_votes(s.counts, w.options))
    from public.poll_stats s join private.waiting_counts w on w.id = s.id and w.kind = 'poll' where s.id = change.row_id;
  end loop;
end
$$;

-- Also locks the posts of lists that change, so that the members who change one post in the lists follow each other.
create or replace function private.apply_post_changes(this xid8) returns void
language plpgsql security definer set search_path = '' as $$
declare
  change record;
  counted timestamptz;
begin
  for change in select c.row_id, coalesce(sum(c.difference) filter (where c.field = 'score'), 0)::integer as score,
      coalesce(sum(c.difference) filter (where c.field = 'comments'), 0)::integer as comments, bool_or(c.field = 'comments' and c.difference > 0) as is_commented,
      coalesce(sum(c.difference) filter (where c.field = 'commenters'), 0)::integer as commenters
    from private.shared_changes c where c.tx = this and c.kind in ('post', 'list') group by c.row_id order by c.row_id
  loop
    select s.counted_at into counted from public.post_stats s where s.id = change.row_id for no key update;
    continue when not found;
    if (change.score, change.comments, change.commenters) <> (0, 0, 0) then
      if counted <= clock_timestamp() - private.count_pause() then
        perform private.publish_post_count(change.row_id, change.score, change.comments, change.commenters, 1);
      else
        insert into private.waiting_counts as w (id, kind, score, comments, commenters, acts)
        values (change.row_id, 'post', change.score, change.comments, change.commenters, 1)
        on conflict (id, kind) do update set score = w.score + excluded.score, comments = w.comments + excluded.comments,
          commenters = w.commenters + excluded.commenters, acts = w.acts + 1;
        perform private.show_own_counts(s.id, s.version + w.acts, score => s.score + w.score, comment_count => greatest(s.comment_count + w.comments, 0))
        from public.post_stats s join private.waiting_counts w on w.id = s.id and w.kind = 'post' where s.id = change.row_id;
      end if;
    end if;
    if change.is_commented then
      perform private.limit_recent_comments(change.row_id);
    end if;
  end loop;
end
$$;

-- Waits for no row: one that somebody acts on at this moment is left to the next run.
create function private.publish_count(kind text, row_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if kind = 'post' then
    perform 1 from public.post_stats s where s.id = row_id for no key update skip locked;
    if found then
      perform private.publish_post_count(row_id);
    end if;
  elsif kind = 'like' then
    perform 1 from public.comment_stats s where s.id = row_id for no key update skip locked;
    if found then
      perform private.publish_like_count(row_id);
    end if;
  else
    perform 1 from public.poll_stats s where s.id = row_id for no key update skip locked;
    if found then
      perform private.publish_poll_count(row_id);
    end if;
  end if;
end
$$;

-- For a timer, every second or few: publishes the counts that have waited for a pause, at most 500. Returns how many were due.
create function public.publish_counts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  waiting record;
  published integer := 0;
begin
  for waiting in
    select w.id, w.kind from private.waiting_counts w where w.since <= clock_timestamp() - private.count_pause() order by w.since limit 500
  loop
    perform private.publish_count(waiting.kind, waiting.id);
    published := published + 1;
  end loop;
  return published;
end
$$;

-- For the jobs: at most 5,000.
create function public.forget_own_counts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from public.own_counts where (owner_id, id) in (
    select o.owner_id, o.id from public.own_counts o where o.changed_at < now() - interval '1 day' limit 5000)
    and changed_at < now() - interval '1 day';
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- A row that is deleted has nothing to publish; a comment that is restored is counted anew.
create function private.stats_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_counts w using gone g
  where w.id = g.id and w.kind = case tg_table_name when 'post_stats' then 'post' when 'comment_stats' then 'like' else 'poll' end;
  return null;
end
$$;
create trigger post_stats_after_delete after delete on public.post_stats referencing old table as gone
  for each statement execute function private.stats_after_delete();
create trigger comment_stats_after_delete after delete on public.comment_stats referencing old table as gone
  for each statement execute function private.stats_after_delete();
create trigger poll_stats_after_delete after delete on public.poll_stats referencing old table as gone
  for each statement execute function private.stats_after_delete();

create or replace function private.post_stats_after_update() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.listed_stats set score = new.score, comment_count = new.comment_count, trending_score = new.trending_score, version = new.version
  where post_id = new.id;
  return null;
end
$$;

create or replace function private.polls_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.question, old.options) is distinct from (new.question, new.options)) then
    perform private.keep_held_row(old.post_id, 'polls', to_jsonb(old), tg_op = 'DELETE');
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  -- A poll can be changed when all votes were withdrawn, which may wait still.
  if tg_op = 'UPDATE' then
    perform 1 from public.poll_stats s where s.id = new.id for no key update;
    perform private.publish_poll_count(new.id);
  end if;
  insert into public.poll_stats as s (id, counts)
  select new.id, jsonb_agg(0) from jsonb_array_elements(new.options)
  on conflict (id) do update set counts = excluded.counts where s.total = 0;
  return null;
end
$$;

create or replace function private.add_post_to_list(in_list text, post uuid, on_page integer) returns void
language sql security definer set search_path = '' as $$
  insert into public.listed_posts (list, post_id, page, user_id, title, description, image_url, images, video_url, gif_url, visibility, status, sticky,
    flagged, comments_locked, poll_id, shared_with, feed_page, created_at, author)
  select in_list, p.id, on_page, p.user_id, p.title, p.description, p.image_url, p.images, p.video_url, p.gif_url, p.visibility, p.status, p.sticky,
    p.flagged, p.comments_locked, p.poll_id, p.shared_with, p.feed_page, p.created_at, private.author_card(a)
  from public.posts p join public.profiles a on a.id = p.user_id where p.id = post and p.audience = 'public'
    and (in_list = 'trending' or 100 > (select count(*) from public.listed_posts l where l.post_id = post and l.list <> 'trending'))
  for share of p, a
  on conflict (list, post_id) do nothing;
  insert into public.listed_stats (list, post_id, page, user_id, score, comment_count, trending_score, version)
  select in_list, l.post_id, l.page, s.user_id, s.score, s.comment_count, s.trending_score, s.version
  from public.listed_posts l join public.post_stats s on s.id = l.post_id where l.list = in_list and l.post_id = post
  on conflict (list, post_id) do nothing;
$$;

-- The versions of a comment that is restored go on after those of the own counts, which were shown in place of the likes until then.
create or replace function private.restore_comment(wanted uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept private.removed_comments;
  lost public.comments;
begin
  perform private.assert_staff();
  select * into kept from private.removed_comments r where r.id = wanted for update;
  if not found then
    raise exception 'This comment is gone for good, so its deletion cannot be undone.' using errcode = 'P0002';
  end if;
  lost := jsonb_populate_record(null::public.comments, kept.comment);
  if not exists (select 1 from public.comments c where c.id = lost.parent_id) then
    lost.parent_id := null;
  end if;
  lost.is_recent := true;
  delete from private.comment_deletions where id = wanted;
  insert into public.comments values (lost.*);
  update public.comment_stats s set likes = l.likes, version = l.version
  from (select (select count(*) from public.comment_likes c where c.comment_id = wanted) as likes,
    (select coalesce(max(o.version), 0) from public.own_counts o where o.id = wanted) as version) l
  where s.id = wanted and (s.likes, s.version) <> (l.likes, l.version);
  delete from private.removed_comments where id = wanted;
  perform private.log_step('restore_comment', wanted, lost.user_id, left(lost.text, 120));
end
$$;
