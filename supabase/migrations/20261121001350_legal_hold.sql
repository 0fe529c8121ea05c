-- Legal hold: what a report or a removal by staff is about is kept until the report is closed and the time for undoing is over, whatever its author does.
-- Members notice nothing of it. They edit and delete as always, and what they removed is gone for everyone; a copy of the row stays here for staff, and its
-- files go to the bucket held-files instead of being deleted. See docs/decisions/030-legal-hold.md.

-- How long staff can undo a removal, and the closing of a report, with everything that belongs to it.
create function private.undo_time() returns interval
language sql immutable parallel safe set search_path = '' as $$
  select interval '30 days'
$$;

-- Copies of rows, made before a row that is on hold is changed or deleted. Plain ids instead of foreign keys, because a copy outlives post and account.
create table private.held_rows (
  id bigint generated always as identity primary key,
  post_id uuid not null,
  table_name text not null,
  row_id uuid not null,
  content jsonb not null,
  -- false: the row was changed
  was_deleted boolean not null,
  -- The removal by staff ends then. Its own record is gone with the row.
  undo_until timestamptz,
  kept_at timestamptz not null default clock_timestamp(),
  constraint held_rows_table_known check (table_name in ('posts', 'post_images', 'polls', 'comments'))
);
create index held_rows_post_id on private.held_rows (post_id);
create index held_rows_row_id on private.held_rows (row_id);
-- for is_on_hold: a post may have thousands of other copies
create index held_rows_undo on private.held_rows (post_id, table_name, undo_until) where undo_until is not null;
alter table private.held_rows enable row level security;

-- Addresses of pictures and videos in such a copy.
create function private.held_addresses(content jsonb) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array_remove(array[content ->> 'url', content ->> 'image_url', content ->> 'gif_url', content ->> 'video_url'], null)
$$;
create index held_rows_addresses on private.held_rows using gin (private.held_addresses(content));

-- Rows may name a file in the folder of another row, whose hold does not count then: these find them.
create index post_images_stored on public.post_images (url) where url ^@ '/storage/';
create index comments_stored on public.comments (image_url) where image_url ^@ '/storage/';
create index posts_stored_image on public.posts (image_url) where image_url ^@ '/storage/';
create index posts_stored_gif on public.posts (gif_url) where gif_url ^@ '/storage/';

-- The post in an address that a child-safety report names. Null for another address.
create function private.post_in_address(address text) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select substring(address from '(?i)/posts/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})')::uuid
$$;

grant execute on function private.post_in_address(text) to anon, authenticated;

-- Is there a report of the post, by a member or about child safety, that is open, or whose closing can be undone at `moment`?
create function private.is_reported(post uuid, moment timestamptz default now()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.reports r where r.post_id = post and (r.is_open or r.handled_at > moment - private.undo_time()))
    or exists (select 1 from public.csae_reports c left join private.handled_cases h on h.kind = 'csae' and h.case_id = c.id
      where private.post_in_address(c.post_url) = post and (h.is_done is not true or h.handled_at > moment - private.undo_time()));
end
$$;

-- Must everything of the post be kept at `moment`? Also for a post that was deleted. Whatever deletes rows or files of posts asks this function or one of
-- the two below.
create function private.is_on_hold(post uuid, moment timestamptz default now()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from private.removed_posts r where r.id = post and r.removed_at > moment - private.undo_time())
    or exists (select 1 from private.held_rows h where h.post_id = post and h.table_name = 'posts' and h.undo_until > moment)
    or private.is_reported(post, moment);
end
$$;

create function private.is_comment_on_hold(wanted uuid, post uuid, moment timestamptz default now()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from private.removed_comments r where r.id = wanted and r.removed_at > moment - private.undo_time())
    or exists (select 1 from private.held_rows h where h.row_id = wanted and h.table_name = 'comments' and h.undo_until > moment)
    or private.is_on_hold(post, moment);
end
$$;

-- Does a row that is on hold at `moment`, or the copy of one, name this address in our storage?
create function private.is_address_on_hold(address text, moment timestamptz) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select 1 from public.post_images i where i.url = address and i.url ^@ '/storage/' and private.is_on_hold(i.post_id, moment))
    or exists (select 1 from public.comments c where c.image_url = address and c.image_url ^@ '/storage/' and private.is_comment_on_hold(c.id, c.post_id, moment))
    or exists (select 1 from public.posts p where p.image_url = address and p.image_url ^@ '/storage/' and private.is_on_hold(p.id, moment))
    or exists (select 1 from public.posts p where p.gif_url = address and p.gif_url ^@ '/storage/' and private.is_on_hold(p.id, moment))
    or exists (select 1 from public.posts p where p.video_url = address and private.is_on_hold(p.id, moment))
    or exists (select 1 from private.held_rows h where private.held_addresses(h.content) @> array[address]
      and case h.table_name when 'comments' then private.is_comment_on_hold(h.row_id, h.post_id, moment) else private.is_on_hold(h.post_id, moment) end);
end
$$;

-- Must the file be kept at `moment`? It is in the folder of a row that is on hold, or such a row names it. A file that was removed from its post is
-- held-files/{bucket}/{path}.
create function private.is_file_on_hold(bucket text, path text, moment timestamptz default now()) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(case bucket
    when 'held-files' then private.is_file_on_hold(split_part(path, '/', 1), substr(path, strpos(path, '/') + 1), moment)
    when 'post-images' then private.is_on_hold((private.ids_in_path(path, 1))[1], moment)
      or private.is_address_on_hold('/storage/v1/object/authenticated/post-images/' || path, moment)
    when 'comment-images' then private.is_comment_on_hold((private.ids_in_path(path, 2))[2], (private.ids_in_path(path, 2))[1], moment)
      or private.is_address_on_hold('/storage/v1/object/authenticated/comment-images/' || path, moment)
    when 'public-videos' then private.is_address_on_hold('/storage/v1/object/public/public-videos/' || path, moment)
  end, false);
end
$$;

-- The oldest 100 copies of one row, so that edits cannot fill the database; then only what was reported after the last copy, and the row that is deleted.
create function private.add_held_row(post uuid, from_table text, content jsonb, is_deleted boolean, undo_until timestamptz default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  kept record;
begin
  select count(*) as copies, max(h.kept_at) as newest into kept from private.held_rows h where h.row_id = (add_held_row.content ->> 'id')::uuid;
  if is_deleted or kept.copies < 100
    or exists (select 1 from public.reports r where r.post_id = post and r.created_at > kept.newest)
    or exists (select 1 from public.csae_reports c where private.post_in_address(c.post_url) = post and c.created_at > kept.newest) then
    insert into private.held_rows (post_id, table_name, row_id, content, was_deleted, undo_until)
    values (post, from_table, (add_held_row.content ->> 'id')::uuid, add_held_row.content, is_deleted, add_held_row.undo_until);
  end if;
end
$$;

-- A step of the triggers of posts, pictures, polls and comments: keeps a row that is about to be deleted, or what it was before a change, if its post is on hold. A comment
-- that staff removed is in removed_comments.
create function private.keep_held_row(post uuid, from_table text, content jsonb, is_deleted boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if private.is_on_hold(post) and not exists (select 1 from private.removed_comments r where r.id = (content ->> 'id')::uuid) then
    perform private.add_held_row(post, from_table, content, is_deleted,
      (select r.removed_at + private.undo_time() from private.removed_posts r where r.id = (content ->> 'id')::uuid));
  end if;
end
$$;
grant execute on function private.keep_held_row(uuid, text, jsonb, boolean) to authenticated;

-- For the jobs: deletes copies and files whose hold is over. At most 1,000 of each per call. Returns how many copies.
create function public.purge_held_evidence(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  -- Each post is asked about once, whatever the number of its copies and files. OFFSET 0: not before they are distinct.
  posts uuid[] := array(
    select d.post_id from (select distinct h.post_id from private.held_rows h offset 0) d where not private.is_on_hold(d.post_id, moment));
  -- of posts, or of members with videos
  folders text[] := array(
    select d.folder from (select distinct split_part(o.name, '/', 2) as folder from storage.objects o where o.bucket_id = 'held-files' offset 0) d
    where not case when pg_input_is_valid(d.folder, 'uuid') then private.is_on_hold(d.folder::uuid, moment) else false end);
  purged integer;
begin
  delete from private.held_rows where id in (
    select h.id from private.held_rows h
    where h.post_id = any (posts) and not (h.table_name = 'comments' and private.is_comment_on_hold(h.row_id, h.post_id, moment))
    limit 1000);
  get diagnostics purged = row_count;
  insert into private.storage_removals (bucket_id, path, listed_at)
  select o.bucket_id, o.name, moment from storage.objects o
  where o.bucket_id = 'held-files' and split_part(o.name, '/', 2) = any (folders) and not private.is_file_on_hold(o.bucket_id, o.name, moment)
  limit 1000
  on conflict do nothing;
  return purged;
end
$$;
