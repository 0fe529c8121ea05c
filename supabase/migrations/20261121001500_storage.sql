-- Files. The buckets of posts, comments and reports are not public: a public one would serve the images of friends-only posts, and evidence of child abuse, to anyone with the address.
-- A path names the row that a file belongs to, so its readers are the readers of that row:
--   post-images        {post id}/{file}
--   comment-images     {post id}/{comment id}/{file}
--   csae-report-files  {any id made on the device}/{file}
-- A file that is on hold goes to a bucket that has no policy, when its row is gone:
--   held-files         {bucket}/{path}
-- Public are only profile pictures and the ceo's videos, where an installation has no image host:
--   public-media, public-videos  {member id}/{file}
-- Only formats that a browser decodes as pixels: no SVG and no HTML, which may contain scripts.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('post-images', 'post-images', false, 5242880, '{image/jpeg,image/png,image/webp,image/gif,image/avif}'),
  ('comment-images', 'comment-images', false, 5242880, '{image/jpeg,image/png,image/webp,image/gif,image/avif}'),
  ('csae-report-files', 'csae-report-files', false, 52428800,
    '{image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,image/heif,image/bmp,video/mp4,video/webm,video/quicktime}'),
  ('held-files', 'held-files', false, 104857600, '{image/jpeg,image/png,image/webp,image/gif,image/avif,video/mp4,video/webm,video/quicktime}'),
  ('public-media', 'public-media', true, 5242880, '{image/jpeg,image/png,image/webp,image/gif,image/avif}'),
  ('public-videos', 'public-videos', true, 104857600, '{video/mp4,video/webm,video/quicktime}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The ids in a path, outermost first. Null unless the path is that many folders named by lower-case ids, then a plain file name.
create function private.ids_in_path(path text, folders integer) returns uuid[]
language sql immutable parallel safe set search_path = '' as $$
  select case when path ~ ('^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/){' || folders || '}[A-Za-z0-9_-]{1,80}\.[a-z0-9]{2,5}$')
    then (string_to_array(path, '/'))[1:folders]::uuid[] end
$$;
grant execute on function private.ids_in_path(text, integer) to anon, authenticated;

-- The number of other files in a folder. Callers wait for each other, so that parallel uploads cannot exceed a limit together.
create function private.count_other_files(bucket text, folder text, path text) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(bucket || '/' || folder, 0));
  -- A range and not LIKE, which uses the index only with a constant. '0' is the character after '/'.
  return (select count(*) from storage.objects o
    where o.bucket_id = bucket and o.name ~>=~ (folder || '/') and o.name ~<~ (folder || '0') and o.name <> path);
end
$$;

-- Uploads. The policies below name the bucket and the owner; these rules decide. A trigger applies them, because the storage service writes the row of a
-- finished upload, and everything that comes by a signed upload URL, past the policies. They judge the owner of the file at that moment: an address that
-- was signed for a member stops working when the member is banned.

-- Files of pictures that were taken from their post. Their names cannot be used again, so that a later file never stands for an earlier one, which may be evidence.
create table private.removed_files (
  path text primary key,
  post_id uuid not null references public.posts (id) on delete cascade
);
create index removed_files_post_id on private.removed_files (post_id);
alter table private.removed_files enable row level security;

-- The author of a post: ten files per post (five images, each in two sizes).
create function private.may_add_post_image(path text, member uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  owners uuid[] := private.ids_in_path(path, 1);
begin
  return owners is not null
    and private.refusal_to_write(member, true) is null
    and exists (select 1 from public.posts p where p.id = owners[1] and p.user_id = member and p.status not in ('removed', 'deleted'))
    and not exists (select 1 from private.removed_files r where r.path = may_add_post_image.path)
    and private.count_other_files('post-images', owners[1]::text, path) < 10;
end
$$;

-- The image of a comment is uploaded before its comment, so its path starts with the post: for readers of the post who may comment there, never in
-- the folder of another member's comment. Two files per comment.
create function private.may_add_comment_image(path text, member uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  owners uuid[] := private.ids_in_path(path, 2);
begin
  return owners is not null
    and private.refusal_to_comment(owners[1], member) is null
    and not private.was_comment_deleted(owners[2])
    and not exists (select 1 from public.comments c where c.id = owners[2] and (c.user_id <> member or c.post_id <> owners[1]))
    and not exists (select 1 from storage.objects o where o.bucket_id = 'comment-images'
      and o.name ~>=~ (owners[1] || '/' || owners[2] || '/') and o.name ~<~ (owners[1] || '/' || owners[2] || '0')
      and o.owner_id is distinct from member::text)
    and private.count_other_files('comment-images', owners[1] || '/' || owners[2], path) < 2;
end
$$;

-- Anyone may add evidence, also without an account: ten files per report.
create function private.may_add_report_file(path text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  owners uuid[] := private.ids_in_path(path, 1);
begin
  return owners is not null and private.count_other_files('csae-report-files', owners[1]::text, path) < 10;
end
$$;

-- A member's own folder: 200 pictures. Videos only by the ceo.
create function private.may_add_public_file(bucket text, path text, member uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  return private.ids_in_path(path, 1) = array[member]
    and exists (select 1 from public.profiles p where p.id = member and not p.is_banned and (bucket = 'public-media' or p.role = 'ceo'))
    and private.count_other_files(bucket, member::text, path) < 200;
end
$$;

-- How long a copy may be kept without asking again: an hour at most, because a file may be removed, or its readers change. The storage service sends this
-- text as it was uploaded, so anything else is refused. Null: the service only asks whether an upload would be allowed, before it has the file.
create function private.is_cache_time(metadata jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(metadata ->> 'cacheControl' ~ '^(max-age=([0-9]|[1-9][0-9]{1,2}|[12][0-9]{3}|3[0-5][0-9]{2}|3600)|no-cache|no-store)$', true)
$$;

-- Every new file, whoever writes its row. A file without an owner is from a visitor (evidence) or from the service (other buckets).
create function private.files_before_insert() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  member uuid := case when pg_input_is_valid(new.owner_id, 'uuid') then new.owner_id::uuid end;
  allowed boolean := case
    when new.bucket_id = 'csae-report-files' then private.may_add_report_file(new.name)
    when member is null then true
    when new.bucket_id = 'post-images' then private.may_add_post_image(new.name, member)
    when new.bucket_id = 'comment-images' then private.may_add_comment_image(new.name, member)
    when new.bucket_id in ('public-media', 'public-videos') then private.may_add_public_file(new.bucket_id, new.name, member)
  end;
begin
  if not coalesce(allowed, false) then
    raise exception 'This file cannot be uploaded here.' using errcode = '42501';
  end if;
  if not private.is_cache_time(new.metadata) then
    raise exception 'A file may be cached for an hour at most.' using errcode = '42501';
  end if;
  if new.bucket_id = 'csae-report-files' then
    -- Visitors are counted by address, so that nobody can use up the limit of others; they share one only where the storage service does not pass the
    -- address on.
    allowed := case when member is null and private.caller_address() is null then private.use_rate('visitors', 'report_file_of_visitors')
      else private.use_rate(coalesce(member::text, private.visitor_key(private.caller_address())), 'report_file') end;
  elsif member is not null then
    allowed := private.use_rate(member::text, 'file');
  end if;
  if not allowed then
    raise exception 'You have uploaded very many files in the last hour. Please try again later.' using errcode = '42501';
  end if;
  return new;
end
$$;

-- Nothing replaces or moves a file, for any role: an app names each file anew. Only a repeated upload (`upsert`) of the same picture of a post is taken, the
-- times that the storage service keeps may change, and the jobs move files on hold to the bucket for them.
create function private.files_before_update() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  -- `path_tokens` is generated and not known yet.
  ignored text[] := array['updated_at', 'last_accessed_at', 'path_tokens'];
begin
  if to_jsonb(new) - ignored is not distinct from to_jsonb(old) - ignored
    or (new.bucket_id = 'held-files' and new.name = old.bucket_id || '/' || old.name and private.is_file_on_hold(old.bucket_id, old.name)) then
    return new;
  elsif new.bucket_id = 'post-images' and (new.bucket_id, new.name, new.owner_id) is not distinct from (old.bucket_id, old.name, old.owner_id)
    and old.metadata ? 'eTag' and (new.metadata ->> 'eTag', new.metadata ->> 'size', new.metadata ->> 'mimetype')
      is not distinct from (old.metadata ->> 'eTag', old.metadata ->> 'size', old.metadata ->> 'mimetype') then
    if not private.is_cache_time(new.metadata) then
      raise exception 'A file may be cached for an hour at most.' using errcode = '42501';
    end if;
    return new;
  end if;
  raise exception 'This file cannot be changed.' using errcode = '42501';
end
$$;

-- Evidence is deleted by nobody, also not by the service: files that a report names, and files on hold.
create function private.files_before_delete() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'TRUNCATE' or private.is_file_on_hold(old.bucket_id, old.name)
    or (old.bucket_id = 'csae-report-files' and exists (select 1 from public.csae_reports r where r.storage_paths @> array[old.name])) then
    raise exception 'Evidence of a report cannot be deleted.' using errcode = '42501';
  end if;
  return old;
end
$$;

create trigger files_before_insert before insert on storage.objects for each row
  when (new.bucket_id in ('post-images', 'comment-images', 'csae-report-files', 'public-media', 'public-videos')) execute function private.files_before_insert();
create trigger files_before_update before update on storage.objects for each row
  when (old.bucket_id in ('post-images', 'comment-images', 'csae-report-files', 'held-files', 'public-media', 'public-videos')
    or new.bucket_id in ('post-images', 'comment-images', 'csae-report-files', 'held-files', 'public-media', 'public-videos')) execute function private.files_before_update();
create trigger files_before_delete before delete on storage.objects for each row
  when (old.bucket_id in ('post-images', 'comment-images', 'csae-report-files', 'held-files', 'public-videos')) execute function private.files_before_delete();
create trigger files_before_truncate before truncate on storage.objects for each statement execute function private.files_before_delete();

-- Contents. The storage service checks no contents: each version of a file has a row here, and counts as arrived when that says that it was checked
-- (src/contract/files, because SQL cannot read a file). The embedded storage writes the result with the file; for a hosted one the functions check-uploads and
-- run-jobs do.
create table private.file_checks (
  bucket_id text not null,
  path text not null,
  version text not null,
  owner_id text,
  -- null: it waits to be checked
  checked_at timestamptz,
  -- null: it may be shown
  problem text,
  added_at timestamptz not null default clock_timestamp(),
  primary key (bucket_id, path, version),
  constraint file_checks_problem_known check (problem in ('format', 'pixels', 'length')),
  constraint file_checks_problem_found check (problem is null or checked_at is not null)
);
alter table private.file_checks enable row level security;
create index file_checks_waiting on private.file_checks (added_at) where checked_at is null;
create index file_checks_refused on private.file_checks (checked_at) where problem is not null;

-- Whether the file is there, and may be shown.
create function private.has_checked_file(bucket text, path text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from storage.objects o
    join private.file_checks c on c.bucket_id = o.bucket_id and c.path = o.name and c.version = coalesce(o.version, '')
    where o.bucket_id = bucket and o.name = has_checked_file.path and c.checked_at is not null and c.problem is null)
$$;

-- Of an address in post-images: others may see its file. All other addresses are not ours to judge.
create function private.is_shown_address(url text) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when url ^@ '/storage/v1/object/authenticated/post-images/'
    then private.has_checked_file('post-images', substr(url, char_length('/storage/v1/object/authenticated/post-images/') + 1)) else true end
$$;

-- A refused version is for nobody, also while it cannot be deleted. Until it was checked a file is for its owner only.
create function private.may_show_file(bucket text, path text, version text, is_owner boolean) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select c.problem is null and (c.checked_at is not null or is_owner) from private.file_checks c
    where c.bucket_id = bucket and c.path = may_show_file.path and c.version = coalesce(may_show_file.version, '')), is_owner)
$$;
grant execute on function private.may_show_file(text, text, text, boolean) to anon, authenticated;

create policy post_images_are_read_with_the_post on storage.objects for select to anon, authenticated
  using (bucket_id = 'post-images' and private.may_read_post((private.ids_in_path(name, 1))[1])
    and private.may_show_file(bucket_id, name, version, owner_id = (select auth.uid())::text));
create policy comment_images_are_read_with_the_comment on storage.objects for select to anon, authenticated
  using (bucket_id = 'comment-images' and (
    -- under the policy of comments, which asks may_read_post; OFFSET 0 makes it one look-up per row
    exists (select 1 from public.comments c
      where c.id = (private.ids_in_path(name, 2))[2] and c.post_id = (private.ids_in_path(name, 2))[1] offset 0)
    or owner_id = (select auth.uid())::text)
    and private.may_show_file(bucket_id, name, version, owner_id = (select auth.uid())::text));

-- The owner is the caller. Visitors own nothing.
create policy post_images_are_added_by_author on storage.objects for insert to authenticated
  with check (bucket_id = 'post-images' and owner_id = (select auth.uid())::text);
create policy comment_images_are_added_by_readers on storage.objects for insert to authenticated
  with check (bucket_id = 'comment-images' and owner_id = (select auth.uid())::text);
create policy report_files_are_added_by_anyone on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'csae-report-files' and owner_id is not distinct from (select auth.uid())::text);

-- Read by everyone without a policy: the buckets are public.
create policy public_files_are_added_by_owner on storage.objects for insert to authenticated
  with check (bucket_id in ('public-media', 'public-videos') and owner_id = (select auth.uid())::text);
create policy public_files_are_seen_by_owner on storage.objects for select to authenticated
  using (bucket_id in ('public-media', 'public-videos') and owner_id = (select auth.uid())::text);

-- Only with the same bytes: see files_before_update.
create policy post_images_are_uploaded_again_by_author on storage.objects for update to authenticated
  using (bucket_id = 'post-images' and owner_id = (select auth.uid())::text)
  with check (bucket_id = 'post-images' and owner_id = (select auth.uid())::text);

-- Files of posts and comments are deleted with their rows, by the jobs: so nobody learns from a refusal that a file is evidence.
create policy public_files_are_removed_by_uploader on storage.objects for delete to authenticated
  using (bucket_id in ('public-media', 'public-videos') and owner_id = (select auth.uid())::text);

-- The path of a post's video in the bucket public-videos; null for an address elsewhere.
create function private.video_path(url text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when url ^@ '/storage/v1/object/public/public-videos/' then substr(url, char_length('/storage/v1/object/public/public-videos/') + 1) end
$$;
-- Finds the post of a file.
create index posts_video_url on public.posts (video_url) where video_url is not null;

-- A post waits for its files ('pending_media') until each row that names a file in post-images has that file, its video is there, and all were checked.
create function private.has_all_files(post public.posts) returns boolean
language sql stable security definer set search_path = '' as $$
  select private.has_content(post)
    and not exists (select 1 from public.post_images i where i.post_id = post.id and not private.has_file(i))
    and (private.video_path(post.video_url) is null or private.has_checked_file('public-videos', private.video_path(post.video_url)))
$$;

-- Posts that have all their files, but whose author was muted or banned when the last one came. They stay 'pending_media', and are published when that ends.
create table private.unpublished_posts (
  post_id uuid primary key references public.posts (id) on delete cascade,
  since timestamptz not null default clock_timestamp()
);
alter table private.unpublished_posts enable row level security;

-- All files of a post may be there: publishes it. Whether its author may write is asked now, because it was written before. The lock, as in
-- update_images_of: the last two files may arrive at the same moment.
create function private.post_files_arrived(post uuid) returns void
language plpgsql security definer set search_path = '' as $$
declare
  found_post public.posts;
  refusal text;
begin
  perform 1 from public.posts p where p.id = post for no key update;
  select * into found_post from public.posts p where p.id = post and p.status = 'pending_media';
  if not found or not private.has_all_files(found_post) then
    -- It may have had them: then it waits for files again, and expires without them.
    delete from private.unpublished_posts u where u.post_id = post;
    return;
  end if;
  refusal := private.refusal_to_write(found_post.user_id, true);
  if refusal is not null then
    insert into private.unpublished_posts (post_id) values (post) on conflict do nothing;
    perform private.notify(found_post.user_id, 'moderation', jsonb_build_object('cause', 'muted', 'reason', refusal || ' It is published when that ends.',
      'post_title', left(found_post.title, 200), 'post_description', left(found_post.description, 2000), 'deleted_at', now()), 'unpublished:' || post);
    return;
  end if;
  delete from private.unpublished_posts u where u.post_id = post;
  perform private.delete_notifications('unpublished:' || post);
  update public.posts p set status = 'live' where p.id = post;
end
$$;

-- The path of a comment's image in the bucket comment-images; null for an address elsewhere.
create function private.comment_image_path(url text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case when url ^@ '/storage/v1/object/authenticated/comment-images/'
    then substr(url, char_length('/storage/v1/object/authenticated/comment-images/') + 1) end
$$;

-- A comment and its file may be stored at the same moment: only a snapshot taken after the other transaction shows both.
create function private.lock_comment_image(comment uuid) returns void
language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended(comment::text, 0))
$$;

-- The image is shown if its author may comment on the post now: the comment was written before. One that is only this image becomes visible with it, at its place by
-- the time when it was written. The post first, as everything that changes both.
create function private.comment_file_arrived(comment uuid, path text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_comment_image(comment);
  perform private.hold_post(c.post_id) from public.comments c where c.id = comment and c.audience = 'waiting';
  update public.comments c set image_missing = false
  where c.id = comment and c.image_missing and private.comment_image_path(c.image_url) = path and private.refusal_to_comment(c.post_id, c.user_id) is null;
end
$$;

-- For the jobs: publishes what had to wait although its files are there, as soon as its author may write again. Returns how many posts and images.
-- At most 20 posts, because lists and counts follow at the end of the transaction; of each author one after the other, so that nobody waits for somebody
-- who has many.
create function public.publish_waiting(max_count integer default 500) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  published integer := 0;
  waiting record;
  started timestamptz := clock_timestamp();
begin
  for waiting in select u.post_id from private.unpublished_posts u join public.posts p on p.id = u.post_id
    where private.refusal_to_write(p.user_id, true) is null
    order by row_number() over (partition by p.user_id order by p.created_at), p.created_at limit least(max_count, 20)
  loop
    perform private.post_files_arrived(waiting.post_id);
    published := published + 1;
    exit when clock_timestamp() > started + interval '2 seconds';
  end loop;
  -- By the file first: of most comments it never came.
  for waiting in select c.id, o.name as path from public.comments c
    join storage.objects o on o.bucket_id = 'comment-images' and o.name = private.comment_image_path(c.image_url)
    join private.file_checks k on k.bucket_id = o.bucket_id and k.path = o.name and k.version = coalesce(o.version, '')
    where c.image_missing and k.checked_at is not null and k.problem is null and private.refusal_to_comment(c.post_id, c.user_id) is null
    limit max_count
  loop
    exit when clock_timestamp() > started + interval '2 seconds';
    perform private.comment_file_arrived(waiting.id, waiting.path);
    published := published + 1;
  end loop;
  return published;
end
$$;

-- Everybody else sees the image of a comment when its file is there. Called before the comment is inserted.
create function private.is_comment_image_missing(comment uuid, url text) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  if private.comment_image_path(url) is null then
    return false;
  end if;
  perform private.lock_comment_image(comment);
  return not private.has_checked_file('comment-images', private.comment_image_path(url));
end
$$;
grant execute on function private.is_comment_image_missing(uuid, text) to authenticated;

-- Others see a file that has arrived and was checked.
create function private.file_arrived(bucket text, path text, owner text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  case bucket
    when 'public-videos' then
      perform private.post_files_arrived(p.id) from public.posts p
      where p.video_url = '/storage/v1/object/public/public-videos/' || path and p.user_id::text = owner;
    when 'public-media' then
      perform private.ad_file_arrived(path);
    when 'comment-images' then
      perform private.comment_file_arrived((private.ids_in_path(path, 2))[2], path);
    else
      perform private.update_images_of((private.ids_in_path(path, 1))[1]);
      perform private.post_files_arrived((private.ids_in_path(path, 1))[1]);
  end case;
end
$$;

-- A new version of a file waits to be checked, unless the result was written before it. One that it replaces is no longer shown. Not of evidence, which is
-- looked at when staff open it.
create function private.files_after_write() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op <> 'INSERT' then
    delete from private.file_checks c where c.bucket_id = old.bucket_id and c.path = old.name and c.version = coalesce(old.version, '') and c.problem is null;
  end if;
  if tg_op <> 'DELETE' and new.bucket_id in ('post-images', 'comment-images', 'public-videos', 'public-media') then
    insert into private.file_checks (bucket_id, path, version, owner_id) values (new.bucket_id, new.name, coalesce(new.version, ''), new.owner_id)
    on conflict on constraint file_checks_pkey do update set owner_id = excluded.owner_id;
    if private.has_checked_file(new.bucket_id, new.name) then
      perform private.file_arrived(new.bucket_id, new.name, new.owner_id);
    elsif tg_op = 'UPDATE' and new.bucket_id = 'post-images' then
      perform private.update_images_of((private.ids_in_path(new.name, 1))[1]);
    end if;
  end if;
  return null;
end
$$;
create trigger files_after_insert after insert on storage.objects for each row
  when (new.bucket_id in ('post-images', 'comment-images', 'public-videos', 'public-media')) execute function private.files_after_write();
create trigger files_after_replace after update of bucket_id, name, version on storage.objects for each row
  when ((old.bucket_id in ('post-images', 'comment-images', 'public-videos', 'public-media')
      or new.bucket_id in ('post-images', 'comment-images', 'public-videos', 'public-media'))
    and (old.bucket_id, old.name, old.version) is distinct from (new.bucket_id, new.name, new.version))
  execute function private.files_after_write();
create trigger files_after_delete after delete on storage.objects for each row
  when (old.bucket_id in ('post-images', 'comment-images', 'public-videos', 'public-media')) execute function private.files_after_write();

-- Files that wait to be checked, with their sizes in bytes, for the jobs. In random order, so that files which cannot be read do not take all places.
create function public.files_to_check(max_count integer default 50) returns table (bucket_id text, path text, version text, size bigint, type text)
language sql stable security definer set search_path = '' as $$
  select c.bucket_id, c.path, c.version, (o.metadata ->> 'size')::bigint, o.metadata ->> 'mimetype' from private.file_checks c
  join storage.objects o on o.bucket_id = c.bucket_id and o.name = c.path and coalesce(o.version, '') = c.version
  where c.checked_at is null and o.metadata ? 'size'
  order by random() limit max_count
$$;

-- The newest versions of a member's own files: for the function check-uploads, which their device calls. `size` is null where the file is gone.
create function public.uploads_of(member uuid, paths text[])
returns table (bucket_id text, path text, version text, size bigint, type text, is_checked boolean, problem text)
language sql stable security definer set search_path = '' as $$
  select distinct on (c.bucket_id, c.path) c.bucket_id, c.path, c.version, (o.metadata ->> 'size')::bigint, o.metadata ->> 'mimetype',
    c.checked_at is not null, c.problem
  from private.file_checks c
  left join storage.objects o on o.bucket_id = c.bucket_id and o.name = c.path and coalesce(o.version, '') = c.version
  where c.bucket_id in ('post-images', 'comment-images', 'public-videos', 'public-media') and c.path = any (uploads_of.paths) and c.owner_id = member::text
  order by c.bucket_id, c.path, c.added_at desc
$$;

-- Tells the author of what a refused file was for, once.
create function private.notify_of_refused_file(member uuid, cause text, path text, reason text, title text, description text) returns void
language sql security definer set search_path = '' as $$
  select private.notify(member, 'moderation', jsonb_build_object('reason', reason, 'cause', cause,
    'post_title', left(title, 200), 'post_description', left(description, 2000), 'deleted_at', now()), cause || ':' || path)
$$;

-- A refused file is removed, and its author is told. A post stays without its video, because a video alone is no content; its picture is missing until the
-- author leaves it out or chooses another one.
create function private.file_refused(bucket text, path text, owner text, problem text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  url text := '/storage/v1/object/public/' || bucket || '/' || path;
  why text := case problem
    when 'length' then 'Video must be 90 seconds or less.'
    when 'pixels' then 'The picture has too many pixels.'
    else case bucket when 'public-videos' then 'Unsupported video format.' else 'The file is damaged, or not of the type that it says.' end end;
  post public.posts;
  found_comment public.comments;
begin
  case bucket
    when 'public-videos' then
      for post in select * from public.posts p where p.video_url = url for update loop
        perform private.notify_of_refused_file(post.user_id, 'video', path, why || ' The post stays without it.', post.title, post.description);
        update public.posts set video_url = null where id = post.id;
      end loop;
    when 'public-media' then
      if exists (select 1 from public.profiles p where p.id::text = owner and url in (p.profile_image_url, p.banner_url)) then
        perform private.notify_of_refused_file(owner::uuid, 'profile-picture', path, why || ' Choose another one.', null, null);
      end if;
      update public.profiles set profile_image_url = nullif(profile_image_url, url), banner_url = nullif(banner_url, url)
      where id::text = owner and url in (profile_image_url, banner_url);
    when 'comment-images' then
      select * into found_comment from public.comments c
      where c.id = (private.ids_in_path(path, 2))[2] and private.comment_image_path(c.image_url) = path;
      if found_comment.id is not null then
        perform private.notify_of_refused_file(found_comment.user_id, 'comment-picture', path, why
          || case when found_comment.audience = 'waiting' then ' The comment is not published.' else ' The comment stays without it.' end, null, found_comment.text);
      end if;
    else
      select * into post from public.posts p where p.id = (private.ids_in_path(path, 1))[1];
      if post.id is not null then
        perform private.notify_of_refused_file(post.user_id, 'picture', path, why || ' Leave it out, or choose another one.', post.title, post.description);
      end if;
  end case;
  insert into private.storage_removals (bucket_id, path, listed_at) values (bucket, path, now()) on conflict do nothing;
end
$$;

-- Records the result for one version of a file. The first one stays: another check of the same bytes would find the same.
create function public.file_was_checked(bucket text, path text, version text, problem text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  owner text;
begin
  insert into private.file_checks as c (bucket_id, path, version, checked_at, problem)
  values (bucket, file_was_checked.path, file_was_checked.version, now(), file_was_checked.problem)
  on conflict on constraint file_checks_pkey do update set checked_at = excluded.checked_at, problem = excluded.problem where c.checked_at is null;
  if not found then
    return;
  end if;
  select o.owner_id into owner from storage.objects o
  where o.bucket_id = bucket and o.name = file_was_checked.path and coalesce(o.version, '') = file_was_checked.version;
  -- Otherwise it is stored in this transaction, or was replaced.
  if not found then
    return;
  end if;
  if problem is null then
    perform private.file_arrived(bucket, path, owner);
  else
    perform private.file_refused(bucket, path, owner, problem);
  end if;
end
$$;

-- Deletes results that no device asks for any more, also those of members who are gone. Those of shown files go with their files. Called by the jobs.
create function public.forget_file_checks(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  gone integer;
begin
  delete from private.file_checks c where c.problem is not null
    and (c.checked_at < moment - interval '30 days' or not exists (select 1 from public.profiles p where p.id::text = c.owner_id));
  get diagnostics gone = row_count;
  return gone;
end
$$;

-- Deletes posts, at most 20, whose files did not arrive within two weeks: their device was lost, wiped or never connected again. The author gets the text back in a
-- notification. Called by the jobs.
create index posts_pending on public.posts (created_at) where status = 'pending_media';
create function public.expire_pending_posts(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  post public.posts;
  expired integer := 0;
begin
  for post in select * from public.posts p where p.status = 'pending_media' and p.created_at < moment - interval '14 days'
    and not exists (select 1 from private.unpublished_posts u where u.post_id = p.id)
    order by p.created_at limit 20 for update skip locked
  loop
    perform private.notify(post.user_id, 'moderation', jsonb_build_object('cause', 'expired', 'reason', 'Its photos or its video did not arrive within 14 days.',
      'post_title', left(post.title, 200), 'post_description', left(post.description, 2000), 'deleted_at', now()), 'expired:' || post.id);
    perform private.delete_post(post.id);
    expired := expired + 1;
  end loop;
  return expired;
end
$$;

-- Removal. SQL cannot delete a file, so paths are listed here for a job that calls the storage service. It moves files on hold instead.
create table private.storage_removals (
  bucket_id text not null,
  path text not null,
  listed_at timestamptz not null,
  -- that failed
  attempts integer not null default 0,
  primary key (bucket_id, path)
);
-- The next ones are found in this order, so that the work of one call does not grow with the length of the list.
create index storage_removals_next on private.storage_removals (attempts, listed_at) where bucket_id <> 'image-host';
alter table private.storage_removals enable row level security;

-- A step of posts_after_delete and comments_after_write: lists the files in the folder of a deleted row.
create function private.files_delete_with_parent(folder text, buckets text[]) returns void
language sql security definer set search_path = '' as $$
  -- A range and not LIKE, which uses the index only with a constant. '0' is the character after '/'.
  insert into private.storage_removals (bucket_id, path, listed_at)
  select o.bucket_id, o.name, now() from storage.objects o
  where o.name ~>=~ (folder || '/') and o.name ~<~ (folder || '0') and o.bucket_id = any (buckets)
  on conflict do nothing
$$;

-- The same for at most `most` files, of a folder that may have tens of thousands. Returns how many were not listed before.
create function private.list_files_below(folder text, buckets text[], most integer) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  listed integer;
begin
  insert into private.storage_removals (bucket_id, path, listed_at)
  select o.bucket_id, o.name, now() from storage.objects o
  where o.name ~>=~ (folder || '/') and o.name ~<~ (folder || '0') and o.bucket_id = any (buckets)
    and not exists (select 1 from private.storage_removals r where r.bucket_id = o.bucket_id and r.path = o.name)
  limit most
  on conflict do nothing;
  get diagnostics listed = row_count;
  return listed;
end
$$;

-- A step of post_images_after_delete. Only the author's own file in the post's folder: a row may name any address.
create function private.remove_post_file(image public.post_images) returns void
language sql security definer set search_path = '' as $$
  with file as (
    select o.bucket_id, o.name as path from storage.objects o
    where o.bucket_id = 'post-images' and o.name = private.path_of(image) and o.name ^@ (image.post_id || '/') and o.owner_id = image.user_id::text
      and not exists (select 1 from public.post_images i where i.post_id = image.post_id and i.url = image.url)
  ), listed as (
    -- A refused file is listed already.
    insert into private.storage_removals (bucket_id, path, listed_at) select f.bucket_id, f.path, now() from file f on conflict do nothing
  )
  insert into private.removed_files (path, post_id) select f.path, image.post_id from file f on conflict do nothing
$$;

-- A step of posts_after_update and posts_after_delete. Only the author's own file, unless another post shows it.
create function private.remove_post_video(post public.posts) returns void
language sql security definer set search_path = '' as $$
  insert into private.storage_removals (bucket_id, path, listed_at)
  select o.bucket_id, o.name, now() from storage.objects o
  where o.bucket_id = 'public-videos' and o.name = private.video_path(post.video_url) and o.owner_id = post.user_id::text
    and not exists (select 1 from public.posts p where p.id <> post.id and p.video_url = post.video_url)
  on conflict do nothing
$$;

-- A step of profiles_after_write: the member's own file that avatar or banner showed before, unless the profile or an ad still shows it.
create function private.remove_profile_picture(member uuid, url text) returns void
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.storage_removals (bucket_id, path, listed_at)
  select o.bucket_id, o.name, now() from storage.objects o
  where o.bucket_id = 'public-media' and url ^@ '/storage/v1/object/public/public-media/'
    and o.name = substr(url, char_length('/storage/v1/object/public/public-media/') + 1) and o.owner_id = member::text
    and not exists (select 1 from public.profiles p where p.id = member and url in (p.profile_image_url, p.banner_url))
    and not exists (select 1 from public.ads a where url in (a.image_url, a.mobile_image_url))
  on conflict do nothing;
end
$$;

-- Where the sweep below continues.
create table private.file_sweep (
  id boolean primary key default true check (id),
  bucket_id text not null default '',
  name text not null default ''
);
alter table private.file_sweep enable row level security;
insert into private.file_sweep default values;

-- Whether a row names the file. The image of a comment that staff removed belongs to it as long as they may bring it back.
create function private.is_file_named(bucket text, path text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return case bucket
    when 'post-images' then exists (select 1 from public.post_images i where i.post_id = (private.ids_in_path(path, 1))[1] and private.path_of(i) = path)
      -- of before there were rows for pictures
      or exists (select 1 from public.posts p where p.id = (private.ids_in_path(path, 1))[1] and strpos(concat(p.image_url, p.images), '/' || path) > 0)
    when 'comment-images' then
      exists (select 1 from public.comments c where c.id = (private.ids_in_path(path, 2))[2] and private.comment_image_path(c.image_url) = path)
      or exists (select 1 from private.removed_comments r
        where r.id = (private.ids_in_path(path, 2))[2] and private.comment_image_path(r.comment ->> 'image_url') = path)
    when 'csae-report-files' then exists (select 1 from public.csae_reports r where r.storage_paths @> array[path])
    when 'public-videos' then exists (select 1 from public.posts p where p.video_url = '/storage/v1/object/public/public-videos/' || path)
    when 'public-media' then
      exists (select 1 from public.profiles p where p.id = (private.ids_in_path(path, 1))[1]
        and '/storage/v1/object/public/public-media/' || path in (p.profile_image_url, p.banner_url))
      or exists (select 1 from public.ads a where '/storage/v1/object/public/public-media/' || path in (a.image_url, a.mobile_image_url))
    else true
  end;
end
$$;

-- Lists files that no row names: after a week, because their device may have been offline or was wiped, and at once when their owner's account is deleted.
-- Evidence always has the week. Each call looks at the next 2,000 files in order, so that its work does not grow with their number. Returns how many.
create function public.list_orphan_files(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  place private.file_sweep;
  seen record;
  looked_at integer := 0;
  last_bucket text := '';
  last_name text := '';
  listed integer := 0;
begin
  select * into place from private.file_sweep s for update;
  for seen in
    select o.bucket_id, o.name, o.created_at, case when pg_input_is_valid(o.owner_id, 'uuid') then o.owner_id::uuid end as owner from storage.objects o
    where (o.bucket_id, o.name) > (place.bucket_id, place.name) order by o.bucket_id, o.name limit 2000
  loop
    looked_at := looked_at + 1;
    last_bucket := seen.bucket_id;
    last_name := seen.name;
    if (seen.created_at < moment - interval '7 days'
        or (seen.bucket_id <> 'csae-report-files' and seen.owner is not null and not exists (select 1 from public.profiles p where p.id = seen.owner)))
      and not private.is_file_named(seen.bucket_id, seen.name) then
      insert into private.storage_removals (bucket_id, path, listed_at) values (seen.bucket_id, seen.name, moment) on conflict do nothing;
      listed := listed + found::integer;
    end if;
  end loop;
  update private.file_sweep s set bucket_id = case when looked_at < 2000 then '' else last_bucket end, name = case when looked_at < 2000 then '' else last_name end
  where s.id;
  return listed;
end
$$;

create function public.files_to_remove(max_count integer default 500) returns table (bucket_id text, path text)
language sql stable security definer set search_path = '' as $$
  select r.bucket_id, r.path from private.storage_removals r
  where r.bucket_id <> 'image-host' and not private.is_file_on_hold(r.bucket_id, r.path)
  order by r.attempts, r.listed_at limit max_count
$$;

-- Listed files that are on hold, for the same job: it moves them to the bucket held-files, as {bucket}/{path}. They leave their place when the others do, so that
-- neither a list nor an address signed before tells which files are evidence. It looks at the next files of the list, as the function above removes them.
create function public.files_to_hold(max_count integer default 500) returns table (bucket_id text, path text)
language sql stable security definer set search_path = '' as $$
  select r.bucket_id, r.path from (
    select l.bucket_id, l.path, l.attempts, l.listed_at from private.storage_removals l where l.bucket_id not in ('image-host', 'held-files')
    order by l.attempts, l.listed_at limit max_count) r
  where r.bucket_id in ('post-images', 'comment-images', 'public-videos') and private.is_file_on_hold(r.bucket_id, r.path)
  order by r.attempts, r.listed_at
$$;

-- Prefixes of public ids at the image host. Apart from our own files: an installation without the host's key never removes these.
create function public.hosted_files_to_remove(max_count integer default 20) returns table (bucket_id text, path text)
language sql stable security definer set search_path = '' as $$
  select r.bucket_id, r.path from private.storage_removals r where r.bucket_id = 'image-host' order by r.listed_at limit max_count
$$;

create function public.files_were_removed(bucket text, paths text[]) returns void
language sql security definer set search_path = '' as $$
  delete from private.storage_removals where bucket_id = bucket and path = any (paths)
$$;

create function public.files_were_not_removed(bucket text, paths text[]) returns void
language sql security definer set search_path = '' as $$
  update private.storage_removals set attempts = attempts + 1 where bucket_id = bucket and path = any (paths)
$$;
