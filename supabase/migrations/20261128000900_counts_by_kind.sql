-- Ids of posts, comments and polls are chosen by devices, so a comment can have the id of somebody else's post. What waits for a count was found by the id
-- alone: likes of such a comment took away the votes of the post that had not been published yet. It is found by kind and id now.
alter table private.waiting_counts drop constraint waiting_counts_pkey, add primary key (id, kind);

create or replace function private.publish_post_count(post uuid, score integer default 0, comments integer default 0, commenters integer default 0, acts integer default 0) returns void
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

create or replace function private.publish_like_count(comment uuid, likes integer default 0, acts integer default 0) returns void
language sql security definer set search_path = '' as $$
  with waiting as (
    delete from private.waiting_counts where id = comment and kind = 'like' returning *
  )
  update public.comment_stats s set likes = greatest(s.likes + publish_like_count.likes + coalesce(w.likes, 0), 0),
    version = s.version + publish_like_count.acts + coalesce(w.acts, 0), counted_at = clock_timestamp()
  from (select 1) one left join waiting w on true
  where s.id = comment
$$;

create or replace function private.publish_poll_count(poll uuid, options jsonb default '{}', acts integer default 0) returns void
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

-- The row of the member's own counts is that of their last act, whole: the version of one kind does not hold for the counts of another.
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
    insert into public.own_counts as o (owner_id, id, likes, version)
    select p.id, s.id, greatest(s.likes + w.likes, 0), s.version + w.acts
    from public.comment_stats s join private.waiting_counts w on w.id = s.id and w.kind = 'like' join public.profiles p on p.id = (select auth.uid()) where s.id = change.row_id
    on conflict (owner_id, id) do update set score = excluded.score, comment_count = excluded.comment_count, likes = excluded.likes,
      counts = excluded.counts, total = excluded.total, version = excluded.version, changed_at = excluded.changed_at;
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
    insert into public.own_counts as o (owner_id, id, counts, total, version)
    select p.id, s.id, c.counts, (select sum(v::integer) from jsonb_array_elements_text(c.counts) v), s.version + w.acts
    from public.poll_stats s join private.waiting_counts w on w.id = s.id and w.kind = 'poll' join public.profiles p on p.id = (select auth.uid()),
      lateral (select private.add_votes(s.counts, w.options) as counts) c
    where s.id = change.row_id
    on conflict (owner_id, id) do update set score = excluded.score, comment_count = excluded.comment_count, likes = excluded.likes,
      counts = excluded.counts, total = excluded.total, version = excluded.version, changed_at = excluded.changed_at;
  end loop;
end
$$;

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
        insert into public.own_counts as o (owner_id, id, score, comment_count, version)
        select p.id, s.id, s.score + w.score, greatest(s.comment_count + w.comments, 0), s.version + w.acts
        from public.post_stats s join private.waiting_counts w on w.id = s.id and w.kind = 'post' join public.profiles p on p.id = (select auth.uid()) where s.id = change.row_id
        on conflict (owner_id, id) do update set score = excluded.score, comment_count = excluded.comment_count, likes = excluded.likes,
          counts = excluded.counts, total = excluded.total, version = excluded.version, changed_at = excluded.changed_at;
      end if;
    end if;
    if change.is_commented then
      perform private.limit_recent_comments(change.row_id);
    end if;
  end loop;
end
$$;

create or replace function private.stats_after_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from private.waiting_counts w using gone g
  where w.id = g.id and w.kind = case tg_table_name when 'post_stats' then 'post' when 'comment_stats' then 'like' else 'poll' end;
  return null;
end
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
