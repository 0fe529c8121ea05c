-- Who appears on a post: its author and those who commented. feed_people serves the pages of the public feed; this serves posts that have no page
-- (friends-only ones) and posts opened one by one.
create table public.post_people (
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  username text,
  profile_image_url text,
  rank smallint not null,
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_hot boolean not null,
  post_author_id uuid not null,
  primary key (post_id, user_id)
);
create index post_people_user_id on public.post_people (user_id);

alter table public.post_people enable row level security;
revoke all on public.post_people from anon, authenticated;
grant all on public.post_people to service_role;
grant select on public.post_people to anon, authenticated;
create policy post_people_follow_the_post on public.post_people for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = post_people.post_id));

create trigger post_people_take_scope before insert on public.post_people
  for each row execute function private.take_post_scope();
insert into private.post_children values ('post_people');

-- True when the person is new on the post.
create function private.appear_on_post(post uuid, person uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.post_people (post_id, user_id, username, profile_image_url, rank)
  select post, p.id, p.username, p.profile_image_url, p.rank from public.profiles p where p.id = person
  on conflict (post_id, user_id) do nothing;
  return found;
end
$$;

create function private.posts_show_author() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform private.appear_on_post(new.id, new.user_id);
  return null;
end
$$;
create trigger posts_show_author after insert on public.posts
  for each row execute function private.posts_show_author();

create function private.profiles_reach_posts() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.post_people set username = new.username, profile_image_url = new.profile_image_url, rank = new.rank where user_id = new.id;
  return null;
end
$$;
create trigger profiles_reach_posts after update of username, profile_image_url, rank on public.profiles
  for each row when ((old.username, old.profile_image_url, old.rank) is distinct from (new.username, new.profile_image_url, new.rank))
  execute function private.profiles_reach_posts();

revoke all on function private.appear_on_post(uuid, uuid), private.posts_show_author(), private.profiles_reach_posts() from public;
alter publication powersync add table public.post_people;
