-- What the caller is. Read from the row and not from the token, so that a ban or promotion counts at once (and a deleted account is nobody).

create function private.my_role() returns text
language sql stable security definer set search_path = '' as $$
  select role from public.profiles where id = (select auth.uid()) and not is_banned
$$;

create function private.is_staff() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce((select private.my_role()) in ('admin', 'ceo'), false)
$$;

-- Refuses a caller who may not write at all (no profile, banned) or not speak (muted: posts, comments, messages). SQLSTATE 42501.
create function private.assert_may_write(speaks boolean) returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  me record;
begin
  select is_banned, is_muted, username into me from public.profiles where id = (select auth.uid());
  if not found or (speaks and me.username is null) then
    raise exception 'Please set up your profile before you post.' using errcode = '42501';
  elsif me.is_banned then
    raise exception 'Your account is banned, so this was not published.' using errcode = '42501';
  elsif speaks and me.is_muted then
    raise exception 'Your account is muted, so this was not published.' using errcode = '42501';
  end if;
end
$$;

revoke all on function private.my_role(), private.is_staff(), private.assert_may_write(boolean) from public;
grant execute on function private.my_role(), private.is_staff() to anon, authenticated, service_role;
grant execute on function private.assert_may_write(boolean) to authenticated;

-- A dob under 18 is refused. A CHECK cannot know today's date.
create function private.profiles_check_row() returns trigger
language plpgsql set search_path = '' as $$
begin
  if private.is_api_caller() then
    perform private.assert_may_write(false);
  end if;
  if new.dob is distinct from old.dob and (new.dob > current_date - interval '18 years' or new.dob < date '1900-01-01') then
    raise exception 'You must be 18 or older.' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger profiles_check_row before update on public.profiles
  for each row execute function private.profiles_check_row();
