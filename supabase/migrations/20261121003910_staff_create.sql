-- What staff may do to members: ban and mute (admin, ceo), promote (ceo alone). Each says what shall be, not what shall change, so a repeated or
-- stale call does no harm; each is noted.
create table private.moderation_log (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid,
  target_id uuid,
  action text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index moderation_log_target on private.moderation_log (target_id, created_at desc);
alter table private.moderation_log enable row level security;
revoke all on private.moderation_log from public, anon, authenticated;

-- On the staff's devices: members who stand out (staff, banned, muted, or with flagged posts). Everyone else is asked for by name.
alter table public.profiles add column is_watched boolean not null default false;

create function private.member_flags_reach_profile() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set is_watched = new.flagged_posts > 0 where id = new.user_id and is_watched <> (new.flagged_posts > 0);
  return null;
end
$$;
revoke all on function private.member_flags_reach_profile() from public;
create trigger member_flags_reach_profile after insert or update on public.member_flags
  for each row execute function private.member_flags_reach_profile();
update public.profiles set is_watched = true where id in (select user_id from public.member_flags where flagged_posts > 0);

-- Sets a member's standing; null leaves it. Nobody acts on themselves, on the ceo or on an official account; on an admin only the ceo.
create function public.moderate_member(target_id uuid, ban boolean default null, mute boolean default null) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  my_role text := private.my_role();
  target public.profiles;
begin
  if my_role is null or my_role not in ('admin', 'ceo') then
    raise exception 'Only admin and ceo may ban or mute a member.' using errcode = '42501';
  end if;
  select * into target from public.profiles where id = target_id for update;
  if not found then
    raise exception 'This member is no longer there.' using errcode = 'P0002';
  elsif target.id = (select auth.uid()) or target.role = 'ceo' or target.is_official or (target.role = 'admin' and my_role <> 'ceo') then
    raise exception 'You cannot ban or mute this member.' using errcode = '42501';
  end if;
  if (coalesce(ban, target.is_banned), coalesce(mute, target.is_muted)) is distinct from (target.is_banned, target.is_muted) then
    update public.profiles set is_banned = coalesce(ban, is_banned), is_muted = coalesce(mute, is_muted) where id = target_id returning * into target;
    insert into private.moderation_log (actor_id, target_id, action)
    values ((select auth.uid()), target_id, format('banned=%s muted=%s', target.is_banned, target.is_muted));
  end if;
  return jsonb_build_object('id', target.id, 'is_banned', target.is_banned, 'is_muted', target.is_muted);
end
$$;
revoke all on function public.moderate_member(uuid, boolean, boolean) from public, anon;
grant execute on function public.moderate_member(uuid, boolean, boolean) to authenticated, service_role;

-- Behind the function promote-user-to-admin, which takes actor_id from the token. A second call changes nothing and tells nobody.
create function public.promote_user_to_admin(actor_id uuid, target_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  target public.profiles;
begin
  if not exists (select 1 from public.profiles where id = actor_id and role = 'ceo' and not is_banned) then
    raise exception 'Only the ceo can promote members.' using errcode = '42501';
  end if;
  select * into target from public.profiles where id = target_id for update;
  if not found or target.is_banned then
    raise exception 'This member cannot be promoted.' using errcode = 'P0002';
  end if;
  if target.role = 'user' then
    update public.profiles set role = 'admin' where id = target_id;
    insert into private.moderation_log (actor_id, target_id, action) values (promote_user_to_admin.actor_id, promote_user_to_admin.target_id, 'role=admin');
    perform private.notify(target_id, 'promotion', jsonb_build_object('message', 'You were promoted to admin.', 'promoted_at', clock_timestamp()),
      'promotion:' || target_id || ':' || extract(epoch from clock_timestamp()));
  end if;
  return jsonb_build_object('id', target_id, 'role', case target.role when 'user' then 'admin' else target.role end, 'promoted', target.role = 'user');
end
$$;
revoke all on function public.promote_user_to_admin(uuid, uuid) from public, anon, authenticated;
grant execute on function public.promote_user_to_admin(uuid, uuid) to service_role;

-- The dashboard's table: members by name, 50 at a time after a name, with what only staff sees. No row for anybody else.
create function public.staff_members(search text default '', after_name text default '')
returns table (id uuid, username text, profile_image_url text, role text, is_banned boolean, is_muted boolean, joined_at timestamptz, flagged_posts integer)
language sql stable security definer set search_path = '' as $$
  select p.id, p.username, p.profile_image_url, p.role, p.is_banned, p.is_muted, p.joined_at, coalesce(f.flagged_posts, 0)
  from public.profiles p left join public.member_flags f on f.user_id = p.id
  where (select private.is_staff()) and lower(p.username) > lower(after_name)
    and lower(p.username) like replace(replace(replace(lower(btrim(search)), '\', '\\'), '_', '\_'), '%', '\%') || '%'
  order by lower(p.username) limit 50
$$;
revoke all on function public.staff_members(text, text) from public, anon;
grant execute on function public.staff_members(text, text) to authenticated, service_role;
