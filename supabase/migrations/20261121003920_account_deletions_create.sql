-- Deleting an account: asked for by its owner, called off any time before it is due, carried out by a daily job. Due after 28 days, so that a job
-- that fails twice still keeps the promise of 30. With the account go its rows, its messages in both inboxes, and its files; reports stay (legal hold).
create table public.account_deletions (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  requested_at timestamptz not null default now(),
  due_at timestamptz not null default now() + interval '28 days'
);
create index account_deletions_due on public.account_deletions (due_at);
alter table public.account_deletions enable row level security;
revoke all on public.account_deletions from anon, authenticated;
grant all on public.account_deletions to service_role;
grant select on public.account_deletions to authenticated;
create policy account_deletions_are_seen_by_owner on public.account_deletions for select to authenticated using (user_id = (select auth.uid()));

-- Both also for banned members. A repeated request keeps its first date.
create function public.request_account_deletion() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
begin
  if exists (select 1 from public.profiles where id = me and is_official) or not exists (select 1 from public.profiles where id = me) then
    raise exception 'This account cannot be deleted.' using errcode = '42501';
  end if;
  insert into public.account_deletions (user_id) values (me) on conflict (user_id) do nothing;
  return (select to_jsonb(d) from public.account_deletions d where d.user_id = me);
end
$$;

-- False when there was nothing to call off.
create function public.cancel_account_deletion() returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.account_deletions where user_id = (select auth.uid());
  return found;
end
$$;

-- Files whose rows are gone, for the job that speaks to the storage service: SQL cannot delete a file. What an open report speaks of waits until it is closed.
create table private.storage_removals (
  bucket_id text not null,
  path text not null,
  listed_at timestamptz not null,
  primary key (bucket_id, path)
);
alter table private.storage_removals enable row level security;
revoke all on private.storage_removals from public, anon, authenticated;

create function private.list_files_of(member uuid, moment timestamptz) returns void
language sql security definer set search_path = '' as $$
  insert into private.storage_removals (bucket_id, path, listed_at)
  select o.bucket_id, o.name, moment from storage.objects o
  where o.bucket_id in ('post-images', 'comment-images') and o.owner_id = member::text
  union
  select o.bucket_id, o.name, moment from public.posts p
  join storage.objects o on o.bucket_id in ('post-images', 'comment-images') and o.name like p.id || '/%'
  where p.user_id = member
  union all
  -- At the image host, by their public ids.
  values ('image-host', 'profile-pics/' || member, moment), ('image-host', 'profile-banners/' || member, moment)
  on conflict do nothing
$$;

-- Purges what is due at `moment` (the caller's clock), at most 100 accounts a call. Gives the ids.
create function private.purge_accounts(moment timestamptz) returns uuid[]
language plpgsql security definer set search_path = '' as $$
declare
  member uuid;
  purged uuid[] := '{}';
begin
  for member in select user_id from public.account_deletions where due_at <= moment order by due_at limit 100 for update skip locked loop
    perform private.list_files_of(member, moment);
    delete from private.rate_usage where sender = member::text or sender like member || '>%' or sender like '%>' || member;
    -- Everything else hangs on the account by foreign keys.
    delete from auth.users where id = member;
    purged := purged || member;
  end loop;
  return purged;
end
$$;

-- For the daily job, with the service key: purge, then remove the listed files and report them done.
create function public.purge_accounts(moment timestamptz default now()) returns jsonb
language sql security definer set search_path = '' as $$
  select to_jsonb(private.purge_accounts(moment))
$$;
create function public.files_to_remove(max_count integer default 500) returns table (bucket_id text, path text)
language sql stable security definer set search_path = '' as $$
  select r.bucket_id, r.path from private.storage_removals r
  where not exists (select 1 from public.reports o where o.is_open and o.post_id::text = split_part(r.path, '/', 1))
  order by r.listed_at limit max_count
$$;
create function public.files_were_removed(bucket text, paths text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.storage_removals where bucket_id = bucket and path = any (paths)
$$;

revoke all on function private.list_files_of(uuid, timestamptz), private.purge_accounts(timestamptz) from public;
revoke all on function public.request_account_deletion(), public.cancel_account_deletion() from public, anon;
grant execute on function public.request_account_deletion(), public.cancel_account_deletion() to authenticated;
revoke all on function public.purge_accounts(timestamptz), public.files_to_remove(integer), public.files_were_removed(text, text[]) from public, anon, authenticated;
grant execute on function public.purge_accounts(timestamptz), public.files_to_remove(integer), public.files_were_removed(text, text[]) to service_role;
create index reports_open_post on public.reports (post_id) where is_open;
alter publication powersync add table public.account_deletions;
