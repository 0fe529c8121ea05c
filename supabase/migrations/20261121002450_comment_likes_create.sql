create table public.comment_likes (
  id uuid primary key,
  comment_id uuid not null references public.comments (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- the comment's, by trigger: an opened post asks for one's own likes in it
  post_id uuid not null references public.posts (id) on delete cascade,
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint comment_likes_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a02', comment_id, user_id)),
  constraint comment_likes_once unique (comment_id, user_id)
);
create index comment_likes_user_id on public.comment_likes (user_id, created_at desc);
create index comment_likes_recent on public.comment_likes (user_id, created_at desc) where is_recent;
create index comment_likes_post_id on public.comment_likes (post_id);

alter table public.comment_likes enable row level security;
revoke all on public.comment_likes from anon, authenticated;
grant all on public.comment_likes to service_role;
grant select on public.comment_likes to anon, authenticated;
grant delete on public.comment_likes to authenticated;
grant insert (id, comment_id, user_id, post_id, created_at) on public.comment_likes to authenticated;

create policy comment_likes_follow_the_post on public.comment_likes for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = comment_likes.post_id));
create policy comment_likes_are_given_by_member on public.comment_likes for insert to authenticated with check (user_id = (select auth.uid()));
create policy comment_likes_are_taken_back_by_member on public.comment_likes for delete to authenticated using (user_id = (select auth.uid()));

create function private.comment_likes_check_row() returns trigger
language plpgsql set search_path = '' as $$
declare
  asked boolean := private.is_api_caller();
begin
  if asked then
    perform private.assert_may_write(false);
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a02', new.comment_id, new.user_id));
  -- With the caller's rights: a comment that they cannot read is one that is not there.
  select c.post_id into new.post_id from public.comments c where c.id = new.comment_id;
  if not found then
    raise exception 'This comment is no longer there.' using errcode = '23503';
  end if;
  if asked then
    new.created_at := clock_timestamp();
  end if;
  return new;
end
$$;

create function private.comment_likes_count() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    update public.comment_stats set likes = greatest(likes - 1, 0) where id = old.comment_id;
    return null;
  end if;
  if (select auth.uid()) = new.user_id and not private.use_rate(new.user_id::text, 'like') then
    raise exception 'You have liked very often in the last hour. Please try again later.' using errcode = 'PT429';
  end if;
  update public.comment_stats set likes = likes + 1 where id = new.comment_id;
  update public.comment_likes set is_recent = false where id in (
    select id from public.comment_likes where user_id = new.user_id and is_recent order by created_at desc offset 500);
  return null;
end
$$;
revoke all on function private.comment_likes_count() from public;
create trigger comment_likes_check_row before insert or delete on public.comment_likes
  for each row execute function private.comment_likes_check_row();
create trigger comment_likes_count after insert or delete on public.comment_likes
  for each row execute function private.comment_likes_count();

insert into private.rate_limits (action, max_count, per) values ('like', 2000, interval '1 hour');
insert into private.crud_tables (table_name, owner_column, operations) values ('comment_likes', 'user_id', '{PUT,DELETE}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('comment_likes', 'comment_id', 'uuid', 'write', null, true),
  ('comment_likes', 'user_id', 'uuid', 'write', null, false),
  ('comment_likes', 'post_id', 'uuid', 'ignore', null, true),
  ('comment_likes', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.comment_likes;
