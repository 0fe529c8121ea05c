-- Who may read a post, in one word: 'public', 'friends', 'chosen' (friends named in shared_with) or 'hidden' (not live). What hangs on a post repeats it
-- with the post's place in the feed (its "scope"), kept by trigger, so that no stream needs a join and nothing outlives a change of its post.
alter table public.posts add column audience text not null default 'hidden';
alter table public.posts add constraint posts_audience_known check (audience in ('public', 'friends', 'chosen', 'hidden'));
alter table public.post_stats add column audience text not null default 'hidden';

create function private.audience_of(visibility text, status text, shared_with uuid[]) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when status <> 'live' then 'hidden'
    when visibility = 'public' then 'public'
    when coalesce(cardinality(shared_with), 0) > 0 then 'chosen'
    else 'friends'
  end
$$;
grant execute on function private.audience_of(text, text, uuid[]) to anon, authenticated, service_role;

update public.posts set audience = private.audience_of(visibility, status, shared_with);
update public.post_stats s set audience = p.audience from public.posts p where p.id = s.id;

create function private.posts_set_audience() returns trigger
language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and cardinality(new.shared_with) > 0 and new.visibility = 'public' then
    raise exception 'A public post cannot be kept to chosen friends.' using errcode = '23514';
  end if;
  new.audience := private.audience_of(new.visibility, new.status, new.shared_with);
  return new;
end
$$;
-- Named to run after posts_check_row, which sets the status.
create trigger posts_set_audience before insert or update of visibility, status, shared_with on public.posts
  for each row execute function private.posts_set_audience();

-- BEFORE INSERT on whatever has post_id and the columns audience, feed_page, sticky, author_hot, post_author_id.
create function private.take_post_scope() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.audience, p.feed_page, p.sticky, p.author_hot, p.user_id
  into new.audience, new.feed_page, new.sticky, new.author_hot, new.post_author_id
  from public.posts p where p.id = new.post_id;
  return new;
end
$$;

create function private.post_stats_take_audience() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  select p.audience into new.audience from public.posts p where p.id = new.id;
  return new;
end
$$;
create trigger post_stats_take_audience before insert on public.post_stats
  for each row execute function private.post_stats_take_audience();

-- The tables with a scope. A new one is a row here.
create table private.post_children (table_name text primary key);
alter table private.post_children enable row level security;
revoke all on private.post_children from public, anon, authenticated;

create function private.posts_reach_children() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  child text;
begin
  update public.post_stats set audience = new.audience where id = new.id and audience <> new.audience;
  for child in select table_name from private.post_children order by table_name loop
    execute format('update public.%I set audience = $1, feed_page = $2, sticky = $3, author_hot = $4 where post_id = $5', child)
      using new.audience, new.feed_page, new.sticky, new.author_hot, new.id;
  end loop;
  return null;
end
$$;
create trigger posts_reach_children after update on public.posts
  for each row when ((old.audience, old.feed_page, old.sticky, old.author_hot) is distinct from (new.audience, new.feed_page, new.sticky, new.author_hot))
  execute function private.posts_reach_children();

-- May this member read this post, as a member (staff powers aside)? For what the server sends to somebody who did not ask.
create function private.may_member_read(post public.posts, reader uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select post.audience = 'public' or post.user_id = reader or (
    post.audience in ('friends', 'chosen')
    and exists (select 1 from public.friends f where f.user_id = reader and f.friend_id = post.user_id and f.status = 'accepted')
    and (post.audience = 'friends' or reader = any (post.shared_with)))
$$;

-- Refuses a caller who names a post they cannot read, in the words for one that does not exist. Runs with the caller's rights: the policies of posts decide.
create function private.assert_post_is_there(wanted uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if not exists (select 1 from public.posts p where p.id = wanted and p.status <> 'removed') then
    raise exception 'This post is no longer there.' using errcode = '23503';
  end if;
end
$$;
revoke all on function private.posts_set_audience(), private.take_post_scope(), private.post_stats_take_audience(), private.posts_reach_children(),
  private.may_member_read(public.posts, uuid), private.assert_post_is_there(uuid) from public;
grant execute on function private.assert_post_is_there(uuid) to authenticated;

-- Choosing readers is part of writing a post, and only then.
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('posts', 'shared_with', 'uuid[]', 'write', null, false);
