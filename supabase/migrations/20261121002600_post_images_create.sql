create table public.post_images (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  url text not null,
  -- 0 to 4, each once per post: at most five, also when they arrive at the same moment
  position smallint not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_hot boolean not null,
  post_author_id uuid not null,
  constraint post_images_at_most_five check (position between 0 and 4),
  constraint post_images_position_once unique (post_id, position),
  constraint post_images_url_safe check (private.is_media_url(url))
);
comment on constraint post_images_at_most_five on public.post_images is 'You can only upload up to 5 images. For now!';
comment on constraint post_images_position_once on public.post_images is 'You can only upload up to 5 images. For now!';
comment on constraint post_images_url_safe on public.post_images is 'That image address cannot be used.';
create index post_images_user_id on public.post_images (user_id);
insert into private.post_children values ('post_images');

alter table public.post_images enable row level security;
revoke all on public.post_images from anon, authenticated;
grant all on public.post_images to service_role;
grant select on public.post_images to anon, authenticated;
grant insert (id, post_id, user_id, url, position, created_at) on public.post_images to authenticated;
grant update (position) on public.post_images to authenticated;
grant delete on public.post_images to authenticated;
create policy post_images_follow_the_post on public.post_images for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = post_images.post_id));
create policy post_images_are_added_by_author on public.post_images for insert to authenticated with check (user_id = (select auth.uid()));
create policy post_images_are_ordered_by_author on public.post_images for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy post_images_are_removed_by_author on public.post_images for delete to authenticated using (user_id = (select auth.uid()));

create function private.post_images_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    perform private.assert_may_write(tg_op <> 'DELETE');
    if tg_op = 'INSERT' then
      perform private.assert_post_is_there(new.post_id);
      if (select p.user_id from public.posts p where p.id = new.post_id) <> (select auth.uid()) then
        raise exception 'Only the author may add images to a post.' using errcode = '42501';
      end if;
      new.created_at := clock_timestamp();
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if tg_op = 'INSERT' then
    new.position := private.free_image_place(new.post_id, new.position);
  end if;
  return new;
end
$$;

-- The wanted place, or the first free one after all others of this post have been decided (the row lock makes them queue). 5 when full.
create function private.free_image_place(post uuid, wanted smallint) returns smallint
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.posts where id = post for no key update;
  return coalesce((
    select n from generate_series(0, 4) n
    where not exists (select 1 from public.post_images i where i.post_id = post and i.position = n)
    order by n <> wanted, n limit 1), 5);
end
$$;

-- At least one content, counting images: a CHECK sees one row only, so these triggers judge, under the post's row lock. The poll, the video
-- and media still on their way count as well.
create function private.has_content(post public.posts) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_text(post.title) or private.has_text(post.description) or post.image_url is not null or post.gif_url is not null
    or post.video_url is not null or post.poll_id is not null or post.status = 'pending_media'
    or exists (select 1 from public.post_images i where i.post_id = post.id)
$$;
create function private.posts_check_content() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if not private.has_content(new) then
    raise exception 'Please include at least a title, description, gif or image.' using errcode = '23514';
  end if;
  return new;
end
$$;
create function private.post_images_leave() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
begin
  select * into post from public.posts where id = old.post_id for no key update;
  if found and not private.has_content(post) then
    raise exception 'Please include at least a title, description, gif or image.' using errcode = '23514';
  end if;
  return null;
end
$$;
revoke all on function private.free_image_place(uuid, smallint), private.has_content(public.posts), private.posts_check_content(),
  private.post_images_leave() from public;
grant execute on function private.free_image_place(uuid, smallint) to authenticated;

alter table public.posts drop constraint posts_not_empty;
-- Named to run after posts_check_row.
create trigger posts_check_words before insert or update of title, description, image_url, gif_url, video_url on public.posts
  for each row execute function private.posts_check_content();
create trigger post_images_check_row before insert or update of position or delete on public.post_images
  for each row execute function private.post_images_check_row();
create trigger post_images_take_scope before insert on public.post_images
  for each row execute function private.take_post_scope();
create trigger post_images_leave after delete on public.post_images
  for each row execute function private.post_images_leave();

insert into private.crud_tables (table_name, owner_column, operations) values ('post_images', 'user_id', '{PUT,PATCH,DELETE}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('post_images', 'post_id', 'uuid', 'write', null, true),
  ('post_images', 'user_id', 'uuid', 'write', null, false),
  ('post_images', 'url', 'text', 'write', null, false),
  ('post_images', 'position', 'smallint', 'write', 'write', false),
  ('post_images', 'created_at', 'timestamptz', 'ignore', null, false);
alter publication powersync add table public.post_images;
