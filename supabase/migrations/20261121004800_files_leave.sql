-- Files go with what they belong to: listed here, removed by the jobs through the storage service (SQL cannot free their bytes).
create function private.files_leave() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  folder text := case tg_table_name when 'posts' then old.id::text else (to_jsonb(old) ->> 'post_id') || '/' || old.id end;
begin
  -- A range of names and not LIKE, whose index needs a constant: '0' follows '/'.
  insert into private.storage_removals (bucket_id, path, listed_at)
  select o.bucket_id, o.name, now() from storage.objects o
  where o.name ~>=~ (folder || '/') and o.name ~<~ (folder || '0')
    and (o.bucket_id = 'comment-images' or (o.bucket_id = 'post-images' and tg_table_name = 'posts'))
  on conflict do nothing;
  return null;
end
$$;
create trigger posts_take_files after delete on public.posts for each row execute function private.files_leave();
create trigger comments_take_files after delete on public.comments for each row
  when (old.image_url is not null) execute function private.files_leave();

-- Files whose row never came (the device gave up, or was wiped): after a week. Gives how many were listed.
create function public.list_orphan_files(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = '' as $$
declare
  listed integer;
begin
  insert into private.storage_removals (bucket_id, path, listed_at)
  select o.bucket_id, o.name, moment from storage.objects o
  where o.created_at < moment - interval '7 days' and case o.bucket_id
    when 'post-images' then not exists (select 1 from public.posts p where p.id = (private.file_owners(o.name, 1))[1])
    when 'comment-images' then not exists (select 1 from public.comments c where c.id = (private.file_owners(o.name, 2))[2])
    when 'csae-report-files' then not exists (select 1 from public.csae_reports r where r.storage_paths @> array[o.name])
    else false end
  limit 1000
  on conflict do nothing;
  get diagnostics listed = row_count;
  return listed;
end
$$;
revoke all on function private.files_leave() from public;
revoke all on function public.list_orphan_files(timestamptz) from public, anon, authenticated;
grant execute on function public.list_orphan_files(timestamptz) to service_role;
