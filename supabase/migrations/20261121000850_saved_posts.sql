-- Posts that a member has saved for later. Only the member knows of them; their devices keep the newest ones for reading offline.

create table public.saved_posts (
  id uuid primary key,
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- the member may read the post; kept by trigger, so that the stream of saved posts needs no join
  readable boolean not null default true,
  -- among the member's newest 30: each is one bucket on their devices; older ones are opened one by one
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint saved_posts_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a05', post_id, user_id)),
  constraint saved_posts_once unique (post_id, user_id)
);
create index saved_posts_user_id on public.saved_posts (user_id, created_at desc);
create index saved_posts_recent on public.saved_posts (user_id) where is_recent and readable;

alter table public.saved_posts enable row level security;
grant select, delete on public.saved_posts to authenticated;
-- The time may be named: a trigger replaces it with the server's.
grant insert (id, post_id, user_id, created_at) on public.saved_posts to authenticated;
create policy saved_posts_are_read_by_owner on public.saved_posts for select to authenticated using (user_id = (select auth.uid()));
create policy saved_posts_are_added_by_owner on public.saved_posts for insert to authenticated with check (user_id = (select auth.uid()));
create policy saved_posts_are_removed_by_owner on public.saved_posts for delete to authenticated using (user_id = (select auth.uid()));

create function private.saved_posts_before_write() returns trigger
language plpgsql set search_path = '' as $$
declare
  by_member boolean := private.is_api_caller();
begin
  if by_member then
    perform private.assert_may_write(false);
  end if;
  if tg_op = 'DELETE' then
    if by_member then
      perform private.limit_rate(old.user_id, 'save_change', 'You have changed your saved posts very often in the last hour. Please try again later.');
    end if;
    return old;
  end if;
  new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a05', new.post_id, new.user_id));
  if by_member then
    perform private.assert_post_exists(new.post_id);
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;
create trigger saved_posts_before_write before insert or delete on public.saved_posts
  for each row execute function private.saved_posts_before_write();

-- Keeps is_recent on the newest 30.
create function private.limit_recent_saved(owner uuid) returns void
language sql security definer set search_path = '' as $$
  with placed as (
    select id, row_number() over (order by created_at desc, id desc) <= 30 as is_recent from public.saved_posts where user_id = owner
  )
  update public.saved_posts s set is_recent = placed.is_recent from placed where s.id = placed.id and s.is_recent <> placed.is_recent
$$;

create function private.saved_posts_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    perform private.limit_rate(new.user_id, 'save', 'You have saved very many posts in the last hour. Please try again later.');
    -- A device keeps at most as many buckets open.
    if (select count(*) from public.saved_posts where user_id = new.user_id) > 300 then
      raise exception 'You can save up to 300 posts. Remove one that you do not need any more.' using errcode = '23514';
    end if;
    update public.saved_posts s set readable = false from public.posts p
    where s.id = new.id and p.id = s.post_id and not private.may_read_post(p, s.user_id);
    perform private.limit_recent_saved(new.user_id);
  else
    perform private.limit_recent_saved(old.user_id);
  end if;
  return null;
end
$$;
create trigger saved_posts_after_write after insert or delete on public.saved_posts
  for each row execute function private.saved_posts_after_write();

-- A step of friends_after_write: a friendship began, ended, or its owner was banned.
create function private.update_saved_posts(pair public.friends) returns void
language sql security definer set search_path = '' as $$
  update public.saved_posts s set readable = not s.readable from public.posts p
  where s.user_id = pair.user_id and p.id = s.post_id and p.user_id = pair.friend_id and s.readable <> private.may_read_post(p, s.user_id)
$$;

-- A step of posts_copy_scope: the post's audience changed.
create function private.update_saved_posts(post public.posts) returns void
language sql security definer set search_path = '' as $$
  update public.saved_posts s set readable = not s.readable
  where s.post_id = post.id and s.readable <> private.may_read_post(post, s.user_id)
$$;
