-- A list of a folder asks the policy of every file in the bucket, and those of posts and comments call functions: a list of all files by a visitor held a
-- connection of the storage service for seconds. The app names each file, so nobody lists these buckets.

-- Whether the storage service reads for a list. It names its operation in a setting of its transaction; without one this is false.
create function private.is_list_of_files() returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(current_setting('storage.operation', true), '') = any ('{storage.object.list,storage.object.list_v2,storage.s3.object.list}')
$$;
grant execute on function private.is_list_of_files() to anon, authenticated;

-- Postgres asks a restrictive policy before the others.
create policy files_of_posts_are_not_listed on storage.objects as restrictive for select to anon, authenticated
  using (not (select private.is_list_of_files()) or bucket_id not in ('post-images', 'comment-images'));
