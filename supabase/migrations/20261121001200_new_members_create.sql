-- First sign-in: the profile, and friendship with the official account both ways. Called by the function of the same name with the service key;
-- e-mail and id come from auth.users, never from the caller. Any repetition changes nothing.
create function public.create_profile_and_friend(member_id uuid) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  address text;
  wanted text;
  official uuid;
  size integer := 8;
begin
  select email into address from auth.users where id = member_id;
  if not found then
    raise exception 'This account does not exist.' using errcode = 'P0002';
  end if;

  -- §4: 'user_' and the first 8 characters of the id; more of them in the rare case that the name is taken.
  loop
    wanted := 'user_' || left(replace(member_id::text, '-', ''), size);
    begin
      insert into public.profiles (id, email, username) values (member_id, address, wanted) on conflict (id) do nothing;
      exit;
    exception when unique_violation then
      size := size + 4;
      if size > 24 then
        raise;
      end if;
    end;
  end loop;
  insert into public.profile_stats (id) values (member_id) on conflict (id) do nothing;

  select id into official from public.profiles where lower(username) = 'rangeday' and is_official;
  if official is not null and official <> member_id then
    perform private.befriend(member_id, official);
  end if;
  return (select jsonb_build_object('id', id, 'username', username) from public.profiles where id = member_id);
end
$$;
revoke all on function public.create_profile_and_friend(uuid) from public, anon, authenticated;
grant execute on function public.create_profile_and_friend(uuid) to service_role;

-- One use of a rate for the functions (guests have no row to count on).
create function public.use_rate(who text, what text) returns boolean
language sql security definer set search_path = '' as $$
  select private.use_rate(who, what)
$$;
revoke all on function public.use_rate(text, text) from public, anon, authenticated;
grant execute on function public.use_rate(text, text) to service_role;
insert into private.rate_limits (action, max_count, per) values ('guest_token', 600, interval '1 hour'), ('create_profile', 60, interval '1 hour');
