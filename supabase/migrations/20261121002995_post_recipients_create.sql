-- Who was chosen to read a post with shared_with, one row per post and reader, so that a device asks for its own rows instead of searching lists.
-- The streams' twin of the last branch of the policy posts_for_members.
create table public.post_recipients (
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  author_id uuid not null references public.profiles (id) on delete cascade,
  -- the reader is a friend of the author just now, and not banned
  readable boolean not null,
  -- among the reader's newest 30: each costs their device one bucket; older ones are opened one by one
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  primary key (post_id, user_id)
);
create index post_recipients_user_id on public.post_recipients (user_id, created_at desc);
create index post_recipients_recent on public.post_recipients (user_id, created_at desc) where is_recent;
create index post_recipients_author_id on public.post_recipients (author_id, user_id);

alter table public.post_recipients enable row level security;
revoke all on public.post_recipients from anon, authenticated;
grant all on public.post_recipients to service_role;
grant select on public.post_recipients to authenticated;
create policy post_recipients_for_both on public.post_recipients for select to authenticated
  using (user_id = (select private.reader_id()) or author_id = (select private.reader_id()));

create function private.posts_reach_recipients() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with made as (
    insert into public.post_recipients (post_id, user_id, author_id, readable)
    select new.id, p.id, new.user_id,
      exists (select 1 from public.friends f where f.user_id = p.id and f.friend_id = new.user_id and f.status = 'accepted' and f.user_active)
    from public.profiles p where p.id = any (new.shared_with) and p.id <> new.user_id
    on conflict do nothing
    returning user_id
  ), older as (
    select r.post_id, r.user_id, row_number() over (partition by r.user_id order by r.created_at desc) as place
    from public.post_recipients r where r.is_recent and r.user_id in (select user_id from made)
  )
  -- The row just made is not in the snapshot of this statement, so 29 older ones stay.
  update public.post_recipients r set is_recent = false from older
  where r.post_id = older.post_id and r.user_id = older.user_id and older.place > 29;
  return null;
end
$$;
create trigger posts_reach_recipients after insert on public.posts
  for each row when (cardinality(new.shared_with) > 0) execute function private.posts_reach_recipients();

create function private.friends_reach_recipients() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  pair public.friends := case when tg_op = 'DELETE' then old else new end;
  may boolean := tg_op <> 'DELETE' and pair.status = 'accepted' and pair.user_active;
begin
  update public.post_recipients set readable = may where user_id = pair.user_id and author_id = pair.friend_id and readable <> may;
  return null;
end
$$;
create trigger friends_reach_recipients after insert or update of status, user_active or delete on public.friends
  for each row execute function private.friends_reach_recipients();

revoke all on function private.posts_reach_recipients(), private.friends_reach_recipients() from public;
alter publication powersync add table public.post_recipients;
