-- Files. No bucket is public: a public one would hand out the pictures of friends-only posts, and evidence of child abuse, to whoever has the address.
-- Paths tell what a file belongs to, so that its readers are the readers of that row:
--   post-images        {post id}/{file}
--   comment-images     {post id}/{comment id}/{file}
--   csae-report-files  {any id made on the device}/{file}
-- Only pictures that a browser decodes as pixels: no SVG, no HTML (they may carry scripts).
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('post-images', 'post-images', false, 5242880, '{image/jpeg,image/png,image/webp,image/gif,image/avif}'),
  ('comment-images', 'comment-images', false, 5242880, '{image/jpeg,image/png,image/webp,image/gif,image/avif}'),
  ('csae-report-files', 'csae-report-files', false, 52428800,
    '{image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,image/heif,video/mp4,video/webm,video/quicktime}')
on conflict (id) do update set public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

-- The ids in a path, outermost first, or null when it is not `{folders} folders of lower-case ids, then a plain file name`.
create function private.file_owners(path text, folders integer) returns uuid[]
language sql immutable parallel safe set search_path = '' as $$
  select case when path ~ ('^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/){' || folders || '}[A-Za-z0-9_-]{1,80}\.[a-z0-9]{2,5}$')
    then (string_to_array(path, '/'))[1:folders]::uuid[] end
$$;
grant execute on function private.file_owners(text, integer) to anon, authenticated, service_role;

-- How many other files lie in a folder. Callers queue on it, so that parallel uploads cannot pass a bound together.
create function private.count_other_files(bucket text, folder text, path text) returns bigint
language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(bucket || '/' || folder, 0));
  -- A range of names and not LIKE, whose index needs a constant: '0' follows '/'.
  return (select count(*) from storage.objects o
    where o.bucket_id = bucket and o.name ~>=~ (folder || '/') and o.name ~<~ (folder || '0') and o.name <> path);
end
$$;

insert into private.rate_limits (action, max_count, per) values
  ('file', 300, interval '1 hour'), ('report_file', 40, interval '1 hour'), ('report_file_of_visitors', 400, interval '1 hour');

-- May the caller, as the account stands now, add this file? The author of a post: ten files per post (five pictures, each in two sizes).
create function private.may_add_post_image(path text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  owners uuid[] := private.file_owners(path, 1);
begin
  return owners is not null
    and exists (select 1 from public.profiles p where p.id = me and not p.is_banned and not p.is_muted)
    and exists (select 1 from public.posts p where p.id = owners[1] and p.user_id = me and p.status <> 'removed')
    and private.count_other_files('post-images', owners[1]::text, path) < 10
    and private.use_rate(me::text, 'file');
end
$$;

-- A comment's picture travels before its comment, so it hangs on the post: whoever reads the post and may comment there. Never into
-- the folder of somebody else's comment. Two files per comment.
create function private.may_add_comment_image(path text, post_is_readable boolean) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  owners uuid[] := private.file_owners(path, 2);
begin
  return owners is not null and post_is_readable
    and exists (select 1 from public.profiles p where p.id = me and not p.is_banned and not p.is_muted)
    and exists (select 1 from public.posts p where p.id = owners[1] and (not p.comments_locked or (select private.is_staff())))
    and not exists (select 1 from public.comments c where c.id = owners[2] and (c.user_id <> me or c.post_id <> owners[1]))
    and not exists (select 1 from storage.objects o where o.bucket_id = 'comment-images'
      and o.name ~>=~ (owners[1] || '/' || owners[2] || '/') and o.name ~<~ (owners[1] || '/' || owners[2] || '0') and o.owner_id is distinct from me::text)
    and private.count_other_files('comment-images', owners[1] || '/' || owners[2], path) < 2
    and private.use_rate(me::text, 'file');
end
$$;

-- Evidence may come from anybody, also without account: ten files per report.
create function private.may_add_report_file(path text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  owners uuid[] := private.file_owners(path, 1);
begin
  return owners is not null
    and private.count_other_files('csae-report-files', owners[1]::text, path) < 10
    and private.use_rate(coalesce(me::text, 'visitors'), case when me is null then 'report_file_of_visitors' else 'report_file' end);
end
$$;

revoke all on function private.count_other_files(text, text, text), private.may_add_post_image(text), private.may_add_comment_image(text, boolean),
  private.may_add_report_file(text) from public;
grant execute on function private.may_add_post_image(text), private.may_add_comment_image(text, boolean) to authenticated;
grant execute on function private.may_add_report_file(text) to anon, authenticated;

-- The subqueries on posts and comments run under those tables' own policies: one rule for the row and its files.
create policy post_images_are_read_with_the_post on storage.objects for select to anon, authenticated
  using (bucket_id = 'post-images' and exists (select 1 from public.posts p where p.id = (private.file_owners(name, 1))[1]));
create policy comment_images_are_read_with_the_comment on storage.objects for select to anon, authenticated
  using (bucket_id = 'comment-images' and (
    exists (select 1 from public.comments c where c.id = (private.file_owners(name, 2))[2] and c.post_id = (private.file_owners(name, 2))[1])
    or owner_id = (select auth.uid())::text));
create policy report_files_are_read_by_staff on storage.objects for select to authenticated
  using (bucket_id = 'csae-report-files' and (select private.is_staff()));

create policy post_images_are_added_by_author on storage.objects for insert to authenticated
  with check (bucket_id = 'post-images' and private.may_add_post_image(name));
create policy comment_images_are_added_by_readers on storage.objects for insert to authenticated
  with check (bucket_id = 'comment-images' and private.may_add_comment_image(name,
    exists (select 1 from public.posts p where p.id = (private.file_owners(name, 2))[1])));
create policy report_files_are_added_by_anyone on storage.objects for insert to anon, authenticated
  with check (bucket_id = 'csae-report-files' and private.may_add_report_file(name));

-- A repeated upload (`upsert`) replaces one's own file and stays in the same post. Nothing replaces a comment's picture or evidence.
create policy post_images_are_replaced_by_author on storage.objects for update to authenticated
  using (bucket_id = 'post-images' and owner_id = (select auth.uid())::text)
  with check (bucket_id = 'post-images' and owner_id = (select auth.uid())::text and private.may_add_post_image(name));

create policy images_are_removed_by_uploader_or_staff on storage.objects for delete to authenticated
  using (bucket_id in ('post-images', 'comment-images') and (owner_id = (select auth.uid())::text or (select private.is_staff())));
