-- A member's own data, for the member. One row per section: whose rows of which table. What others keep about the member (their blocks, their inbox) is theirs.
create table private.export_sections (
  section text primary key,
  table_name text not null,
  owner_column text not null
);
alter table private.export_sections enable row level security;
revoke all on private.export_sections from public, anon, authenticated;
insert into private.export_sections (section, table_name, owner_column) values
  ('profile', 'profiles', 'id'), ('profile_counts', 'profile_stats', 'id'), ('friends', 'friends', 'user_id'), ('friend_requests_received', 'friends', 'friend_id'),
  ('notifications', 'notifications', 'user_id'), ('blocked', 'blocks', 'user_id'), ('muted', 'mutes', 'user_id'),
  ('messages_sent', 'private_messages', 'sender_id'), ('messages_received', 'private_messages', 'recipient_id'),
  ('reports', 'reports', 'reporter_id'), ('consents', 'user_consents', 'user_id'), ('account_deletion', 'account_deletions', 'user_id'),
  ('refused_writes', 'write_rejections', 'user_id'), ('posts', 'posts', 'user_id'), ('post_images', 'post_images', 'user_id'),
  ('post_votes', 'post_votes', 'user_id'), ('polls', 'polls', 'created_by'), ('poll_votes', 'poll_votes', 'user_id'), ('comments', 'comments', 'user_id'),
  ('comment_likes', 'comment_likes', 'user_id'), ('deleted_posts', 'post_deletions', 'user_id'), ('push_subscriptions', 'push_subscriptions', 'user_id'),
  ('ad_events', 'ad_events', 'user_id'), ('contact_messages', 'contact_messages', 'user_id'), ('safety_reports', 'csae_reports', 'reporter_id'),
  ('orders', 'orders', 'user_id');

insert into private.rate_limits (action, max_count, per) values ('export', 10, interval '1 day');

-- {exported_at, account, <section>: [rows]}. Also for banned members: the data is theirs.
create function public.export_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  part private.export_sections;
  found_rows jsonb;
  result jsonb;
begin
  if not exists (select 1 from public.profiles where id = me) then
    raise exception 'Sign in to export your data.' using errcode = '42501';
  elsif not private.use_rate(me::text, 'export') then
    raise exception 'You have exported your data often today. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  result := jsonb_build_object('exported_at', now(), 'account', (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at) from auth.users where id = me));
  for part in select * from private.export_sections order by section loop
    continue when to_regclass('public.' || part.table_name) is null;
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - $2 order by t), ''[]'') from public.%I t where t.%I = $1%s', part.table_name, part.owner_column,
        case when part.section = 'friend_requests_received' then ' and t.status = ''pending''' else '' end)
      into found_rows using me, array['cause', 'is_recent', 'in_feed', 'user_active', 'author_hot', 'recent_for_sender', 'recent_for_recipient', 'thread_page',
        'is_watched', 'handled_by', 'handled_at', 'deleted_by'];
    result := result || jsonb_build_object(part.section, found_rows);
  end loop;
  return result || jsonb_build_object('files',
    (select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'path', o.name)), '[]') from storage.objects o where o.owner_id = me::text));
end
$$;
revoke all on function public.export_my_data() from public, anon;
grant execute on function public.export_my_data() to authenticated;
