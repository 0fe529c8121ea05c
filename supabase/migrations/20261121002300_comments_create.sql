create table public.comments (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- the replies of a deleted comment stay, without it: nobody deletes the words of others
  parent_id uuid references public.comments (id) on delete set null,
  text text,
  image_url text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz,
  -- 0 for a comment, then 1 to 4: deeper replies are hung beside the one they answer
  depth smallint not null default 0,
  -- among the newest 100 of its post: the share that travels with the feed
  is_recent boolean not null default true,
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_hot boolean not null,
  post_author_id uuid not null,
  constraint comments_not_empty check (private.has_text(text) or image_url is not null),
  constraint comments_text_length check (char_length(text) <= 5000),
  constraint comments_image_url_safe check (private.is_media_url(image_url)),
  constraint comments_depth_bounded check (depth between 0 and 4),
  constraint comments_not_own_parent check (parent_id <> id)
);
comment on constraint comments_not_empty on public.comments is 'A comment needs some text or an image.';
comment on constraint comments_text_length on public.comments is 'A comment may have at most 5,000 characters.';
comment on constraint comments_image_url_safe on public.comments is 'That image address cannot be used.';
create index comments_post_id on public.comments (post_id, created_at);
create index comments_recent on public.comments (post_id, created_at desc, id desc) where is_recent;
create index comments_user_id on public.comments (user_id, created_at desc);
create index comments_parent_id on public.comments (parent_id);

create table public.comment_stats (
  id uuid primary key references public.comments (id) on delete cascade,
  post_id uuid not null references public.posts (id) on delete cascade,
  likes integer not null default 0,
  is_recent boolean not null default true,
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_hot boolean not null,
  post_author_id uuid not null
);
create index comment_stats_post_id on public.comment_stats (post_id);
create trigger comment_stats_take_scope before insert on public.comment_stats
  for each row execute function private.take_post_scope();
insert into private.post_children values ('comments'), ('comment_stats');

alter table public.comments enable row level security;
alter table public.comment_stats enable row level security;
revoke all on public.comments, public.comment_stats from anon, authenticated;
grant all on public.comments, public.comment_stats to service_role;
grant select on public.comments, public.comment_stats to anon, authenticated;
-- The times may be named: a trigger puts the server's in their place.
grant insert (id, post_id, user_id, parent_id, text, image_url, created_at, updated_at) on public.comments to authenticated;
grant update (text, updated_at) on public.comments to authenticated;
grant delete on public.comments to authenticated;

-- Whoever may read the post may read its comments: the subquery runs under the policies of posts.
create policy comments_follow_the_post on public.comments for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = comments.post_id));
create policy comments_are_written_by_author on public.comments for insert to authenticated
  with check (user_id = (select auth.uid()));
create policy comments_are_edited_by_author on public.comments for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy comments_are_deleted_by_author_or_staff on public.comments for delete to authenticated
  using (user_id = (select auth.uid()) or (select private.is_staff()));
create policy comment_stats_follow_the_post on public.comment_stats for select to anon, authenticated
  using (exists (select 1 from public.posts p where p.id = comment_stats.post_id));

insert into private.crud_tables (table_name, owner_column, operations) values ('comments', 'user_id', '{PUT,PATCH,DELETE}');
insert into private.crud_columns (table_name, column_name, cast_to, on_put, on_patch, names_row) values
  ('comments', 'post_id', 'uuid', 'write', null, true),
  ('comments', 'user_id', 'uuid', 'write', null, false),
  ('comments', 'parent_id', 'uuid', 'write', null, true),
  ('comments', 'text', 'text', 'write', 'write', false),
  ('comments', 'image_url', 'text', 'write', null, false),
  ('comments', 'created_at', 'timestamptz', 'ignore', null, false),
  ('comments', 'updated_at', 'timestamptz', 'ignore', 'ignore', false);
insert into private.rate_limits (action, max_count, per) values ('comment', 200, interval '1 hour');
alter publication powersync add table public.comments, public.comment_stats;
