-- The export of a member's data names their passkeys.

-- {exported_at, account, <section>: [rows]}. Also for banned members: the data is theirs.
create or replace function public.export_my_data() returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := (select auth.uid());
  part private.export_sections;
  found_rows jsonb;
  result jsonb;
begin
  if not private.has_profile() then
    raise exception 'Sign in to export your data.' using errcode = '42501';
  elsif not private.use_rate(me::text, 'export') then
    raise exception 'You have exported your data often today. Please try again tomorrow.' using errcode = 'PT429';
  end if;
  -- The metadata has the consents of the sign-up form, and what Google said about the member.
  result := jsonb_build_object('exported_at', now(), 'account',
    (select jsonb_build_object('id', id, 'email', email, 'created_at', created_at, 'metadata', raw_user_meta_data) from auth.users where id = me));
  for part in select * from private.export_sections order by section loop
    continue when to_regclass('public.' || part.table_name) is null;
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - $2 order by t), ''[]'') from public.%I t where t.%I = $1%s', part.table_name, part.owner_column,
        case when part.section = 'friend_requests_received' then ' and t.status = ''pending''' else '' end)
      into found_rows using me, array['cause', 'is_recent', 'in_feed', 'user_active', 'author_page', 'recent_for_sender', 'recent_for_recipient', 'thread_page',
        'is_watched', 'handled_by', 'handled_at', 'note', 'deleted_by'];
    result := result || jsonb_build_object(part.section, found_rows);
  end loop;
  -- An auth service before version 2.188 has no such table.
  if to_regclass('auth.webauthn_credentials') is not null then
    execute 'select coalesce(jsonb_agg(jsonb_build_object(''name'', k.friendly_name, ''created_at'', k.created_at, ''last_used_at'', k.last_used_at)
        order by k.created_at), ''[]'') from auth.webauthn_credentials k where k.user_id = $1'
      into found_rows using me;
    result := result || jsonb_build_object('passkeys', found_rows);
  end if;
  return result || jsonb_build_object('files',
    (select coalesce(jsonb_agg(jsonb_build_object('bucket', o.bucket_id, 'path', o.name)), '[]') from storage.objects o
      -- Evidence is given back to nobody.
      where o.owner_id = me::text and o.bucket_id not in ('csae-report-files', 'held-files')),
    -- Of those that staff may still bring back. Not who liked them.
    'removed_comments', (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'post_id', r.post_id, 'text', r.comment -> 'text',
      'image_url', r.comment -> 'image_url', 'created_at', r.comment -> 'created_at', 'removed_at', r.removed_at)), '[]')
      from private.removed_comments r where r.user_id = me));
end
$$;
