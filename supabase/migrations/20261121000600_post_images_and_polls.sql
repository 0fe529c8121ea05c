-- What a post contains besides its text: images and a poll.

-- A poll is created just before its post, in the same action, and bound to it by posts.poll_id. Until then only its author reads it.
create function private.is_poll_options(options jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select case when jsonb_typeof(options) = 'array' then
    jsonb_array_length(options) between 2 and 10 and not exists (
      select 1 from jsonb_array_elements(options) o
      where jsonb_typeof(o) <> 'string' or not private.has_text(o #>> '{}') or char_length(o #>> '{}') > 100)
  else false end
$$;
grant execute on function private.is_poll_options(jsonb) to anon, authenticated;

-- What a device may store beside the address of an image: its size, an alternative text, and a preview of a few bytes as a data URI.
create function private.is_image_description(width integer, height integer, alt text, preview text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(width between 1 and 30000, true) and coalesce(height between 1 and 30000, true) and coalesce(char_length(alt) <= 1000, true)
    and coalesce(char_length(preview) <= 1400 and preview ~ '^data:image/(webp|jpeg|png|avif);base64,[A-Za-z0-9+/=]+$', true)
$$;
grant execute on function private.is_image_description(integer, integer, text, text) to anon, authenticated;

create table public.post_images (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  url text not null,
  -- 0 to 4, each once per post, and 5 while pictures change places
  position smallint not null default 0,
  -- px of the file, so that its place is known before it loads
  width integer,
  height integer,
  -- alternative text
  alt text,
  -- data URI of a few bytes, shown until the file has loaded
  preview text,
  created_at timestamptz not null default clock_timestamp(),
  -- the post's, by trigger
  audience text not null,
  feed_page integer,
  sticky boolean not null,
  author_page integer not null,
  post_author_id uuid not null,
  flagged boolean not null default false,
  constraint post_images_at_most_five check (position between 0 and 5),
  constraint post_images_position_once unique (post_id, position),
  constraint post_images_url_safe check (private.is_media_url(url)),
  constraint post_images_described check (private.is_image_description(width, height, alt, preview))
);
comment on constraint post_images_at_most_five on public.post_images is 'You can only upload up to 5 images. For now!';
comment on constraint post_images_position_once on public.post_images is 'You can only upload up to 5 images. For now!';
comment on constraint post_images_url_safe on public.post_images is 'That image address cannot be used.';
comment on constraint post_images_described on public.post_images is 'A description of a picture may have at most 1,000 characters.';
create index post_images_user_id on public.post_images (user_id);

create table public.polls (
  id uuid primary key default gen_random_uuid(),
  question text not null,
  options jsonb not null,
  created_by uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  -- from here on the post's, once the poll is bound to it
  visibility text not null default 'public',
  post_id uuid unique references public.posts (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  audience text not null default 'hidden',
  feed_page integer,
  sticky boolean not null default false,
  author_page integer not null default 0,
  post_author_id uuid,
  flagged boolean not null default false,
  constraint polls_question_filled check (private.has_text(question)),
  constraint polls_question_length check (char_length(question) <= 300),
  constraint polls_options_form check (private.is_poll_options(options)),
  constraint polls_visibility_known check (visibility in ('public', 'friends'))
);
comment on constraint polls_question_filled on public.polls is 'Poll question and all options must be filled.';
comment on constraint polls_question_length on public.polls is 'A poll question may have at most 300 characters.';
comment on constraint polls_options_form on public.polls is 'Poll question and all options must be filled. A poll has 2 to 10 options of at most 100 characters.';
create index polls_created_by on public.polls (created_by);
-- posts and polls reference each other: the second foreign key needs both tables.
alter table public.posts add constraint posts_poll_id_fkey foreign key (poll_id) references public.polls (id) on delete set null;

create table public.poll_stats (
  id uuid primary key references public.polls (id) on delete cascade,
  post_id uuid references public.posts (id) on delete cascade,
  -- votes per option, in the options' order
  counts jsonb not null,
  total integer not null default 0,
  -- the post's, by trigger
  audience text not null default 'hidden',
  feed_page integer,
  sticky boolean not null default false,
  author_page integer not null default 0,
  post_author_id uuid,
  flagged boolean not null default false
);
create index poll_stats_post_id on public.poll_stats (post_id);

create table public.poll_votes (
  id uuid primary key,
  poll_id uuid not null references public.polls (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  option_index smallint not null,
  -- the poll's, by trigger
  post_id uuid not null references public.posts (id) on delete cascade,
  is_recent boolean not null default true,
  created_at timestamptz not null default clock_timestamp(),
  constraint poll_votes_index_range check (option_index between 0 and 9),
  constraint poll_votes_id_of_pair check (id = private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a03', poll_id, user_id)),
  constraint poll_votes_once unique (poll_id, user_id)
);
comment on constraint poll_votes_index_range on public.poll_votes is 'This poll has no such option.';
create index poll_votes_user_id on public.poll_votes (user_id, created_at desc);
create index poll_votes_recent on public.poll_votes (user_id, created_at desc) where is_recent;
create index poll_votes_post_id on public.poll_votes (post_id);

alter table public.post_images enable row level security;
alter table public.polls enable row level security;
alter table public.poll_stats enable row level security;
alter table public.poll_votes enable row level security;
grant select on public.post_images, public.polls, public.poll_stats to anon, authenticated;
grant select on public.poll_votes to authenticated;
grant insert (id, post_id, user_id, url, position, width, height, alt, preview, created_at) on public.post_images to authenticated;
grant update (position, alt), delete on public.post_images to authenticated;
grant insert (id, question, options, created_by, visibility, created_at) on public.polls to authenticated;
grant update (question, options) on public.polls to authenticated;
-- No update and no delete: a vote in a poll never changes.
grant insert (id, poll_id, user_id, option_index, post_id, created_at) on public.poll_votes to authenticated;

create policy post_images_are_read_by_guests on public.post_images for select to anon using (audience = 'public');
create policy post_images_are_read_with_the_post on public.post_images for select to authenticated using (private.may_read_post(post_id, audience));
create policy post_images_are_added_by_author on public.post_images for insert to authenticated with check (user_id = (select auth.uid()));
create policy post_images_are_ordered_by_author on public.post_images for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
create policy post_images_are_removed_by_author on public.post_images for delete to authenticated using (user_id = (select auth.uid()));
create policy polls_are_read_by_guests on public.polls for select to anon using (audience = 'public');
create policy polls_are_read_with_the_post on public.polls for select to authenticated
  using (private.may_read_post(post_id, audience) or (post_id is null and created_by = (select auth.uid())));
create policy polls_are_made_by_member on public.polls for insert to authenticated with check (created_by = (select auth.uid()));
create policy polls_are_edited_by_maker on public.polls for update to authenticated
  using (created_by = (select auth.uid())) with check (created_by = (select auth.uid()));
create policy poll_stats_are_read_by_guests on public.poll_stats for select to anon using (audience = 'public');
create policy poll_stats_are_read_with_the_post on public.poll_stats for select to authenticated using (private.may_read_post(post_id, audience));
create policy poll_votes_are_read_by_voter on public.poll_votes for select to authenticated using (user_id = (select auth.uid()));
create policy poll_votes_are_cast_by_voter on public.poll_votes for insert to authenticated with check (user_id = (select auth.uid()));

-- Content

-- A post needs a title, a description, a gif or an image; a poll or a video alone is not enough. Images are rows of another table, so triggers check
-- it and not a CHECK. Media that are still being uploaded count.
create function private.has_content(post public.posts) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_text(post.title) or private.has_text(post.description) or post.image_url is not null or post.gif_url is not null
    or exists (select 1 from public.post_images i where i.post_id = post.id)
$$;

create function private.assert_post_has_content(post public.posts) returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if post.status is distinct from 'pending_media' and not private.has_content(post) then
    raise exception 'Please include at least a title, description, gif or image.' using errcode = '23514';
  end if;
end
$$;
grant execute on function private.assert_post_has_content(public.posts) to authenticated;

-- Images

-- The path of the image's file in the bucket post-images; null for an address elsewhere.
create function private.path_of(image public.post_images) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when image.url ^@ '/storage/v1/object/authenticated/post-images/'
    then substr(image.url, char_length('/storage/v1/object/authenticated/post-images/') + 1) end
$$;

-- The file is uploaded and was checked, or is not in our storage.
create function private.has_file(image public.post_images) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return private.path_of(image) is null or private.has_checked_file('post-images', private.path_of(image));
end
$$;

-- The requested position, or the first free one; -1 when the post has five pictures. The row lock on the post serializes parallel inserts.
create function private.free_image_position(post uuid, wanted smallint) returns smallint
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.posts where id = post for no key update;
  return coalesce((
    select n from generate_series(0, 4) n
    where not exists (select 1 from public.post_images i where i.post_id = post and i.position = n)
      and (select count(*) from public.post_images i where i.post_id = post) < 5
    order by n <> wanted, n limit 1), -1);
end
$$;
grant execute on function private.free_image_position(uuid, smallint) to authenticated;

create function private.post_images_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    perform private.assert_may_write(tg_op <> 'DELETE');
    perform private.limit_rate((case when tg_op = 'DELETE' then old else new end).user_id, 'image',
      'You have changed pictures very often in the last hour. Please try again later.');
    -- Nor those of a post that staff removed: it comes back as it was.
    perform private.assert_post_exists((case when tg_op = 'DELETE' then old else new end).post_id);
    if tg_op = 'INSERT' then
      if (select p.user_id from public.posts p where p.id = new.post_id) <> (select auth.uid()) then
        raise exception 'Only the author may add images to a post.' using errcode = '42501';
      end if;
      new.created_at := clock_timestamp();
    end if;
  end if;
  if tg_op = 'DELETE' then
    return old;
  elsif tg_op = 'INSERT' then
    new.position := private.free_image_position(new.post_id, new.position);
    select p.audience, p.feed_page, p.sticky, p.author_page, p.user_id, p.flagged
    into new.audience, new.feed_page, new.sticky, new.author_page, new.post_author_id, new.flagged
    from public.posts p where p.id = new.post_id;
  end if;
  return new;
end
$$;
create trigger post_images_before_write before insert or update of position, alt or delete on public.post_images
  for each row execute function private.post_images_before_write();

create function private.remove_image_from_post(image public.post_images) returns void
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
begin
  select * into post from public.posts where id = image.post_id for no key update;
  if found then
    perform private.assert_post_has_content(post);
    perform private.post_files_arrived(post.id);
    perform private.remove_post_file(image);
  end if;
end
$$;

-- The pictures of a post as JSON, in the form in which lists show them (src/contract/post-images.ts). Null without any. One that an edit
-- adds to a live post is left out until its file is uploaded.
create function private.images_of(post uuid) returns text
language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('url', i.url, 'width', i.width, 'height', i.height, 'alt', i.alt, 'preview', i.preview) order by i.position)::text
  from public.post_images i where i.post_id = post and private.has_file(i)
$$;

-- The lock comes first, as a statement of its own: the row of a picture and its file may be stored at the same moment, and only a snapshot taken after
-- the other transaction shows both.
create function private.update_images_of(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.posts p where p.id = post for no key update;
  update public.posts p set images = private.images_of(post) where p.id = post and p.images is distinct from private.images_of(post);
end
$$;

create function private.post_images_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.url, old.alt) is distinct from (new.url, new.alt)) then
    perform private.keep_held_row(old.post_id, 'post_images', to_jsonb(old), tg_op = 'DELETE');
  end if;
  if tg_op = 'DELETE' then
    perform private.remove_image_from_post(old);
  end if;
  perform private.update_images_of((case when tg_op = 'DELETE' then old else new end).post_id);
  return null;
end
$$;
-- Not for the columns of the scope, which a change of the post itself writes.
create trigger post_images_after_write after insert or delete or update of url, position, width, height, alt, preview on public.post_images
  for each row execute function private.post_images_after_write();

-- Polls

create function private.is_poll_voted(poll uuid) returns boolean
language sql volatile security definer set search_path = '' as $$
  select exists (select 1 from public.poll_votes where poll_id = poll)
$$;
grant execute on function private.is_poll_voted(uuid) to authenticated;

-- Only members who may publish write a poll, and nobody changes it after the first vote.
create function private.polls_before_write() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not private.is_api_caller() then
    return new;
  end if;
  perform private.assert_may_write(true);
  if tg_op = 'UPDATE' and new.post_id is not null then
    perform private.assert_post_exists(new.post_id);
  end if;
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
    perform private.limit_rate(new.created_by, 'poll', 'You have made many polls in the last hour. Please try again later.');
  elsif private.is_poll_voted(new.id) then
    raise exception 'Somebody has voted already, so this poll cannot be changed.' using errcode = '42501';
  else
    perform private.limit_rate(new.created_by, 'poll_edit', 'You have edited very often in the last hour. Please try again later.');
  end if;
  return new;
end
$$;
create trigger polls_before_write before insert or update of question, options on public.polls
  for each row execute function private.polls_before_write();

create function private.polls_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and (old.question, old.options) is distinct from (new.question, new.options)) then
    perform private.keep_held_row(old.post_id, 'polls', to_jsonb(old), tg_op = 'DELETE');
  end if;
  if tg_op = 'DELETE' then
    return null;
  end if;
  insert into public.poll_stats as s (id, counts)
  select new.id, jsonb_agg(0) from jsonb_array_elements(new.options)
  on conflict (id) do update set counts = excluded.counts where s.total = 0;
  return null;
end
$$;
create trigger polls_after_write after insert or update of question, options or delete on public.polls
  for each row execute function private.polls_after_write();

-- A post takes a poll that its author created and no other post has. Any other poll is refused as missing.
create function private.assert_poll_is_free(poll uuid, author uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from public.polls where id = poll and created_by = author and post_id is null for update) then
    raise exception 'This poll is no longer there.' using errcode = '23503';
  end if;
end
$$;
grant execute on function private.assert_poll_is_free(uuid, uuid) to authenticated;

create function private.posts_bind_poll(post public.posts) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if post.poll_id is null then
    return;
  end if;
  update public.polls set post_id = post.id, visibility = post.visibility, audience = post.audience, feed_page = post.feed_page,
    sticky = post.sticky, author_page = post.author_page, post_author_id = post.user_id where id = post.poll_id;
  update public.poll_stats set post_id = post.id, audience = post.audience, feed_page = post.feed_page,
    sticky = post.sticky, author_page = post.author_page, post_author_id = post.user_id where id = post.poll_id;
end
$$;

create function private.poll_votes_before_insert() returns trigger
language plpgsql set search_path = '' as $$
declare
  poll record;
begin
  new.id := coalesce(new.id, private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a03', new.poll_id, new.user_id));
  if private.is_api_caller() then
    perform private.assert_may_write(false);
    new.created_at := clock_timestamp();
    perform private.limit_rate(new.user_id, 'vote', 'You have voted very often in the last hour. Please try again later.');
  end if;
  -- With the caller's rights: a poll that they cannot read is refused as missing.
  select p.post_id, jsonb_array_length(p.options) as size into poll from public.polls p where p.id = new.poll_id and p.post_id is not null;
  if not found then
    raise exception 'This poll is no longer there.' using errcode = '23503';
  elsif new.option_index >= poll.size then
    raise exception 'This poll has no such option.' using errcode = '23514';
  end if;
  new.post_id := poll.post_id;
  return new;
end
$$;
create trigger poll_votes_before_insert before insert on public.poll_votes
  for each row execute function private.poll_votes_before_insert();

create function private.poll_votes_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  vote public.poll_votes := case when tg_op = 'DELETE' then old else new end;
  step integer := case when tg_op = 'DELETE' then -1 else 1 end;
  option text := vote.option_index::text;
begin
  if tg_op = 'INSERT' then
    -- Waits for an edit of the options under way, and holds off the next edit until this vote is visible to it.
    perform 1 from public.polls p where p.id = vote.poll_id and vote.option_index < jsonb_array_length(p.options) for share;
    if not found then
      raise exception 'This poll has no such option.' using errcode = '23514';
    end if;
    update public.poll_votes set is_recent = false where id in (
      select id from public.poll_votes where user_id = vote.user_id and is_recent order by created_at desc offset 200);
  end if;
  if exists (select 1 from public.polls p where p.id = vote.poll_id) then
    perform private.change_later('poll', vote.poll_id, option, step);
  end if;
  return null;
end
$$;
create trigger poll_votes_after_write after insert or delete on public.poll_votes
  for each row execute function private.poll_votes_after_write();
