-- Work that one action begins and that may concern any number of rows: the rows of a deleted post, the copies of a renamed member's card. The action does the
-- first slice itself, which is all of it for nearly every post and member, and leaves the rest here. The jobs take one piece of work after the other, in turn,
-- and each of their calls is one short transaction: no piece exceeds a time limit, holds locks for long or delays the others.

create table private.open_work (
  -- see private.do_slice
  kind text not null,
  -- the post, comment or member
  subject uuid not null,
  -- calls since the last one that succeeded
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  begun_at timestamptz not null default now(),
  primary key (kind, subject)
);
create index open_work_due on private.open_work (due_at);
alter table private.open_work enable row level security;

-- At most about `most` rows of one piece of work. Each kind looks at the present state and not at what began it, so that a slice may be repeated, and a
-- change of mind (a restored post, a second rename) needs nothing but another begin_work. True: done. Null: it waits for other work.
create function private.do_slice(kind text, subject uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return case kind
    when 'post' then private.delete_post_rows(subject, most)
    when 'post_audience' then private.follow_audience(subject, most)
    when 'comment' then private.delete_comment_likes(subject, most)
    when 'author_card' then private.update_author_copies(subject, most)
    when 'messages' then private.read_older_messages(subject)
    when 'friends' then private.update_active_friends(subject, most)
    when 'account' then private.delete_account_rows(subject, most)
  end;
end
$$;

-- A step of triggers. The update waits for a job that is about to finish the same work on an older state.
create function private.begin_work(new_kind text, new_subject uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not coalesce(private.do_slice(new_kind, new_subject, 200), false) then
    insert into private.open_work (kind, subject) values (new_kind, new_subject)
    on conflict (kind, subject) do update set due_at = now(), attempts = 0;
  end if;
end
$$;

-- The next piece of work for the jobs, {kind, subject, attempts}; null if none is due. It is due again after a growing pause, unless do_work is called and
-- succeeds, so that work which fails does not delay the rest.
create function public.claim_work(moment timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  update private.open_work w set attempts = w.attempts + 1, due_at = now() + least(interval '1 minute' * power(2, least(w.attempts, 10)), interval '6 hours')
  where (w.kind, w.subject) = (select d.kind, d.subject from private.open_work d where d.due_at <= moment order by d.due_at limit 1 for update skip locked)
  returning jsonb_build_object('kind', w.kind, 'subject', w.subject, 'attempts', w.attempts)
$$;

-- Slices of claimed work for about one second. 'done', 'more' (the others have their turn first), or 'waits'.
create function public.do_work(kind text, subject uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  started timestamptz := clock_timestamp();
  is_done boolean := false;
begin
  -- Locks of members are short. Behind one that is not, this fails and is tried again later.
  perform set_config('lock_timeout', '2s', true);
  perform 1 from private.open_work w where w.kind = do_work.kind and w.subject = do_work.subject for update;
  if not found then
    return 'done';
  end if;
  while not is_done and clock_timestamp() < started + interval '1 second' loop
    -- Copies of a card have no triggers.
    is_done := private.do_slice(do_work.kind, do_work.subject, case do_work.kind when 'author_card' then 2000 else 200 end);
  end loop;
  if is_done then
    delete from private.open_work w where w.kind = do_work.kind and w.subject = do_work.subject;
    return 'done';
  end if;
  update private.open_work w set attempts = 0, due_at = clock_timestamp() + case when is_done is null then interval '1 minute' else '0' end
  where w.kind = do_work.kind and w.subject = do_work.subject;
  return case when is_done is null then 'waits' else 'more' end;
end
$$;

-- Pieces of work that are older than a day: they fail each time, or the jobs do not run often enough. The jobs log the number.
create function public.overdue_work() returns integer
language sql stable security definer set search_path = '' as $$
  select count(*)::integer from private.open_work w where w.begun_at < now() - interval '1 day'
$$;
