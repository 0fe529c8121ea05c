-- The life of an account: consents, export of one's data, deletion.

-- That a member confirmed to be 18 or older and accepted the terms: when (server's clock) and which version. Rows are only added.
create table public.user_consents (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  is_adult boolean not null,
  terms_version text not null,
  created_at timestamptz not null default clock_timestamp(),
  constraint user_consents_adult check (is_adult),
  constraint user_consents_version_form check (terms_version ~ '^[A-Za-z0-9._-]{1,40}$'),
  constraint user_consents_once unique (user_id, terms_version)
);
comment on constraint user_consents_adult on public.user_consents is 'You must confirm you are 18 or older.';

-- The owner requests the deletion and may cancel it until it is due; then the jobs carry it out. It is due after 28 days, so that jobs that fail
-- for a day still keep the promise of 30. Rows, messages in both inboxes and files are deleted with the account; reports stay (legal hold).
create table public.account_deletions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '28 days'
);
create index account_deletions_due on public.account_deletions (due_at);

alter table public.user_consents enable row level security;
alter table public.account_deletions enable row level security;
grant select on public.user_consents, public.account_deletions to authenticated;
grant insert (id, user_id, is_adult, terms_version, created_at) on public.user_consents to authenticated;
create policy user_consents_are_read_by_owner on public.user_consents for select to authenticated using (user_id = (select auth.uid()));
create policy user_consents_are_given_by_owner on public.user_consents for insert to authenticated with check (user_id = (select auth.uid()));
create policy account_deletions_are_read_by_owner on public.account_deletions for select to authenticated using (user_id = (select auth.uid()));

create function private.user_consents_before_insert() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    perform private.limit_rate(new.user_id, 'consent', 'You have sent this very often today. Please try again tomorrow.');
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger user_consents_before_insert before insert on public.user_consents
  for each row execute function private.user_consents_before_insert();

-- Deletion. Both also for banned members. A repeated request keeps its first date.
create function public.request_account_deletion() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if exists (select 1 from public.profiles where id = me and is_official) or not private.has_profile() then
    raise exception 'This account cannot be deleted.' using errcode = '42501';
  end if;
  insert into public.account_deletions (user_id) values (me) on conflict (user_id) do nothing;
  return (select to_jsonb(d) from public.account_deletions d where d.user_id = me);
end
$$;

-- False when there was nothing to cancel.
create function public.cancel_account_deletion() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_deletions where user_id = (select auth.uid());
  return found;
end
$$;
grant execute on function public.request_account_deletion(), public.cancel_account_deletion() to authenticated;

-- Ends the account at once: no log-in, nothing written or read with its tokens, no profile for anybody. Its rows are deleted in slices (work 'account'),
-- ten seconds later at the earliest: calls that began before have reached their time limit then, and none of them finds the account half deleted.
create function private.close_account(member uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_closed = true, is_banned = true, role = 'user', badges = '[]', email = null, username = null, first_name = null, last_name = null, city = null,
    state = null, about = null, dob = null, profile_image_url = null, banner_url = null where id = member;
  update auth.users set banned_until = '9999-12-31' where id = member;
  delete from auth.sessions where user_id = member;
  delete from public.account_deletions where user_id = member;
  insert into private.open_work (kind, subject, due_at) values ('account', member, clock_timestamp() + interval '10 seconds') on conflict do nothing;
end
$$;

-- For the jobs: closes the accounts that are due at `moment`, at most 10, and returns their ids.
create function public.purge_accounts(moment timestamptz default now()) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  closed uuid[] := '{}';
begin
  for member in select user_id from public.account_deletions where due_at <= moment order by due_at limit 10 for update skip locked loop
    perform private.close_account(member);
    closed := closed || member;
  end loop;
  return to_jsonb(closed);
end
$$;

-- The columns that name a member: by the foreign keys, so that a new table needs nothing here. `on_delete`: c(ascade), or n(ull). Comments come first, because
-- everybody sees them. Partitions have keys of their own.
create function private.member_columns() returns table (in_table regclass, member_column name, on_delete "char")
language sql stable set search_path = '' as $$
  select c.conrelid::regclass, a.attname, c.confdeltype
  from pg_catalog.pg_constraint c join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_catalog.pg_class r on r.oid = c.conrelid and r.relkind = 'r'
  where c.contype = 'f' and c.confrelid in ('public.profiles'::regclass, 'auth.users'::regclass) and c.confdeltype in ('c', 'n')
    and c.connamespace in ('public'::regnamespace, 'private'::regnamespace) and c.conrelid not in ('public.profiles'::regclass, 'public.posts'::regclass)
  order by c.conrelid <> 'public.comments'::regclass, c.conname
$$;

-- Work 'account'. Posts are hidden first and are work of their own. The account is deleted when no row names it any more, so that little is left to cascade.
create function private.delete_account_rows(member uuid, most integer) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  rows_left integer := most;
  changed integer;
  post uuid;
  place record;
begin
  for post in select p.id from public.posts p where p.user_id = member and p.status <> 'deleted' limit greatest(most / 20, 1) loop
    perform private.delete_post(post);
    rows_left := 0;
  end loop;
  if rows_left = 0 then
    return false;
  end if;
  for place in select * from private.member_columns() loop
    execute format(
      case place.on_delete when 'c' then 'delete from %1$s where %2$I = $1 and ctid = any (array(select t.ctid from %1$s t where t.%2$I = $1 limit $2))'
        else 'update %1$s set %2$I = null where %2$I = $1 and ctid = any (array(select t.ctid from %1$s t where t.%2$I = $1 limit $2))' end,
      place.in_table, place.member_column) using member, rows_left;
    get diagnostics changed = row_count;
    rows_left := rows_left - changed;
    if rows_left <= 0 then
      return false;
    end if;
  end loop;
  if rows_left < most then
    -- Deleting rows may have recorded others.
    return false;
  elsif exists (select 1 from public.posts p where p.user_id = member) then
    return null;
  elsif private.list_files_below(member::text, '{public-media,public-videos}', most) >= most then
    return false;
  end if;
  -- At the image host, everything whose public id begins so; a banner's id ends with its time.
  insert into private.storage_removals (bucket_id, path, listed_at)
  values ('image-host', 'profile-pics/' || member, now()), ('image-host', 'profile-banners/' || member || '_', now()) on conflict do nothing;
  delete from private.rate_usage where (sender, action) in (
    (select u.sender, u.action from private.rate_usage u where split_part(u.sender, '>', 1) = member::text limit most)
    union all (select u.sender, u.action from private.rate_usage u where strpos(u.sender, '>') > 0 and split_part(u.sender, '>', 2) = member::text limit most));
  if found then
    return false;
  end if;
  delete from auth.users where id = member;
  return true;
end
$$;

-- Export: one row per section, with the table and the column of the owner. What others store about the member (their blocks, their inbox) is theirs.
create table private.export_sections (
  section text primary key,
  table_name text not null,
  owner_column text not null
);
alter table private.export_sections enable row level security;
insert into private.export_sections (section, table_name, owner_column) values
  ('profile', 'profiles', 'id'), ('profile_counts', 'profile_stats', 'id'), ('friends', 'friends', 'user_id'), ('friend_requests_received', 'friends', 'friend_id'),
  ('notifications', 'notifications', 'user_id'), ('notification_settings', 'notification_settings', 'id'), ('blocked', 'blocks', 'user_id'), ('muted', 'mutes', 'user_id'),
  ('messages_sent', 'private_messages', 'sender_id'), ('messages_received', 'private_messages', 'recipient_id'),
  ('reports', 'reports', 'reporter_id'), ('consents', 'user_consents', 'user_id'), ('account_deletion', 'account_deletions', 'user_id'),
  ('refused_writes', 'write_rejections', 'user_id'), ('posts', 'posts', 'user_id'), ('post_readers', 'post_readers', 'user_id'), ('post_images', 'post_images', 'user_id'),
  ('post_votes', 'post_votes', 'user_id'), ('polls', 'polls', 'created_by'), ('poll_votes', 'poll_votes', 'user_id'), ('comments', 'comments', 'user_id'),
  ('comment_likes', 'comment_likes', 'user_id'), ('saved_posts', 'saved_posts', 'user_id'), ('deleted_posts', 'post_deletions', 'user_id'), ('push_subscriptions', 'push_subscriptions', 'user_id'),
  ('ad_events', 'ad_events', 'user_id'), ('contact_messages', 'contact_messages', 'user_id'), ('safety_reports', 'csae_reports', 'reporter_id'),
  ('orders', 'orders', 'user_id');

-- {exported_at, account, <section>: [rows]}. Also for banned members: the data is theirs.
create function public.export_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  part private.export_sections;
  found_rows jsonb;
  result jsonb;
begin
  if not private.has_profile() then
    raise exception 'Sign in to export your data.' using errcode = '42501';
  elsif not private.use_rate(me::text, 'export') then
    raise exception 'You have exported your data often today. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  -- The metadata has the consents of the sign-up form, and what Google said about the member.
  result := jsonb_build_object('exported_at', now(), 'account',
    (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at, 'metadata', raw_user_meta_data) from auth.users where id = me));
  for part in select * from private.export_sections order by section loop
    continue when to_regclass('public.' || part.table_name) is null;
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - $2 order by t), ''[]'') from public.%I t where t.%I = $1%s', part.table_name, part.owner_column,
        case when part.section = 'friend_requests_received' then ' and t.status = ''pending''' else '' end)
      into found_rows using me, array['cause', 'is_recent', 'in_feed', 'user_active', 'author_page', 'recent_for_sender', 'recent_for_recipient', 'thread_page',
        'is_watched', 'handled_by', 'handled_at', 'note', 'deleted_by'];
    result := result || jsonb_build_object(part.section, found_rows);
  end loop;
  return result || jsonb_build_object('files',
    (select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'path', o.name)), '[]') from storage.objects o
      -- Evidence is given back to nobody.
      where o.owner_id = me::text and o.bucket_id not in ('csae-report-files', 'held-files')),
    -- Of those that staff may still bring back. Not who liked them.
    'removed_comments', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'post_id', r.post_id, 'text', r.comment -> 'text',
      'image_url', r.comment -> 'image_url', 'created_at', r.comment -> 'created_at', 'removed_at', r.removed_at)), '[]')
      from private.removed_comments r where r.user_id = me));
end
$$;
grant execute on function public.export_my_data() to authenticated;

-- A member's sessions: the list of devices on which they are logged in, and ending one of them. The auth service has no call for either.

-- The session of the caller's token. Null for a token without one.
create function private.session_id() returns uuid
language sql stable set search_path = '' as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
$$;

-- Whether the session of the caller's token was ended. The token itself is accepted for up to an hour more.
create function private.is_session_ended() returns boolean
language sql stable security definer set search_path = '' as $$
  select claimed.id is not null
    and not exists (select 1 from auth.sessions s where s.id = claimed.id and s.user_id = (select auth.uid()))
  from (select private.session_id() as id) claimed
$$;

-- A device that was logged out elsewhere must not log out the others in turn.
create function private.assert_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    raise exception 'Please log in first.' using errcode = '42501';
  elsif private.is_session_ended() then
    raise exception 'Your session has ended. Please log in again.' using errcode = 'PT401';
  end if;
end
$$;

-- The newest 100. `last_used_at` is the last refresh: a device in use refreshes every hour. No address, so that nobody learns from it where a member was.
create function public.my_sessions()
returns table (id uuid, is_current boolean, user_agent text, started_at timestamptz, last_used_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.assert_session();
  return query
    select s.id, s.id is not distinct from private.session_id(), left(s.user_agent, 500), s.created_at,
      -- hosted, this column has no time zone and is in UTC
      greatest(s.created_at, s.refreshed_at at time zone 'utc') as used
    from auth.sessions s
    where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    order by used desc limit 100;
end
$$;

-- Ends one session of the caller: its refresh tokens are deleted with it. False if it has ended already or is another member's.
create function public.end_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_session();
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select auth.uid());
  return found;
end
$$;

grant execute on function private.is_session_ended() to authenticated;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;
