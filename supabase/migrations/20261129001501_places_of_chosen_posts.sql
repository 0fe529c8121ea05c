-- A device keeps the newest 30 posts that a member was chosen for. Anybody can choose anybody, so only posts that the reader may read have such a place:
-- 30 posts of a stranger took those of all friends.
create index post_recipients_readable on public.post_recipients (user_id, created_at desc) where readable;

create or replace function private.posts_add_recipients(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
declare
  chosen uuid[] := (select array(select c.id from unnest(r.readers) c (id) order by 1) from public.post_readers r where r.id = post.id);
  reader uuid;
begin
  if chosen is null then
    return;
  end if;
  -- Also requests that are being answered.
  perform 1 from public.friends f where (f.user_id = any (chosen) and f.friend_id = post.user_id)
    or (f.user_id = post.user_id and f.friend_id = any (chosen)) order by f.id for share;
  insert into public.post_recipients (post_id, user_id, author_id, readable, is_recent)
  select post.id, p.id, post.user_id, friend.is_now, friend.is_now
  from public.profiles p, lateral (select private.is_friend(p.id, post.user_id)) friend (is_now) where p.id = any (chosen) and p.id <> post.user_id
  on conflict do nothing;
  foreach reader in array chosen loop
    update public.post_recipients r set is_recent = false where r.user_id = reader and r.is_recent and r.post_id = any (array(
      select o.post_id from public.post_recipients o where o.user_id = reader and o.is_recent order by o.created_at desc offset 30));
  end loop;
end
$$;

-- When a friendship begins, ends or rests.
create or replace function private.update_post_recipients(pair public.friends, may_read boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  newest uuid[];
begin
  update public.post_recipients set readable = may_read
  where user_id = pair.user_id and author_id = pair.friend_id and readable <> may_read;
  if not found then
    return;
  end if;
  newest := array(select r.post_id from public.post_recipients r where r.user_id = pair.user_id and r.readable order by r.created_at desc limit 30);
  update public.post_recipients set is_recent = false where user_id = pair.user_id and is_recent and post_id <> all (newest);
  update public.post_recipients set is_recent = true where user_id = pair.user_id and post_id = any (newest) and not is_recent;
end
$$;

with placed as (
  select post_id, user_id, readable and row_number() over (partition by user_id, readable order by created_at desc) <= 30 as is_recent from public.post_recipients
)
update public.post_recipients r set is_recent = placed.is_recent from placed
where r.post_id = placed.post_id and r.user_id = placed.user_id and r.is_recent <> placed.is_recent;
