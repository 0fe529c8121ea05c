-- One reader after the other, by their index: joined to all of them at once, the table was read from end to end. In the order of their ids, so that posts for
-- the same readers follow each other.
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
  insert into public.post_recipients (post_id, user_id, author_id, readable)
  select post.id, p.id, post.user_id, private.is_friend(p.id, post.user_id)
  from public.profiles p where p.id = any (chosen) and p.id <> post.user_id
  on conflict do nothing;
  foreach reader in array chosen loop
    update public.post_recipients r set is_recent = false where r.user_id = reader and r.is_recent and r.post_id = any (array(
      select o.post_id from public.post_recipients o where o.user_id = reader and o.is_recent order by o.created_at desc offset 30));
  end loop;
end
$$;
