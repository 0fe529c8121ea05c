-- A member's sessions: the list of devices on which they are logged in, and ending one of them. The auth service has no call for either.

-- The session of the caller's token. Null for a token without one.
create function private.session_id() returns uuid
language sql stable set search_path = '' as $$
  select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid
$$;

-- Whether the session of the caller's token was ended. The token itself is accepted for up to an hour more.
create function private.is_session_ended() returns boolean
language sql stable security definer set search_path = '' as $$
  select claimed.id is not null
    and not exists (select 1 from auth.sessions s where s.id = claimed.id and s.user_id = (select auth.uid()))
  from (select private.session_id() as id) claimed
$$;

-- A device that was logged out elsewhere must not log out the others in turn.
create function private.assert_session() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if (select auth.uid()) is null then
    raise exception 'Please log in first.' using errcode = '42501';
  elsif private.is_session_ended() then
    raise exception 'Your session has ended. Please log in again.' using errcode = 'PT401';
  end if;
end
$$;

-- The newest 100. `last_used_at` is the last refresh: a device in use refreshes every hour. No address, so that nobody learns from it where a member was.
create function public.my_sessions()
returns table (id uuid, is_current boolean, user_agent text, started_at timestamptz, last_used_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.assert_session();
  return query
    select s.id, s.id is not distinct from private.session_id(), left(s.user_agent, 500), s.created_at,
      -- hosted, this column has no time zone and is in UTC
      greatest(s.created_at, s.refreshed_at at time zone 'utc') as used
    from auth.sessions s
    where s.user_id = (select auth.uid()) and (s.not_after is null or s.not_after > now())
    order by used desc limit 100;
end
$$;

-- Ends one session of the caller: its refresh tokens are deleted with it. False if it has ended already or is another member's.
create function public.end_session(session_id uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
begin
  perform private.assert_session();
  delete from auth.sessions s where s.id = end_session.session_id and s.user_id = (select auth.uid());
  return found;
end
$$;

grant execute on function private.is_session_ended() to authenticated;
grant execute on function public.my_sessions(), public.end_session(uuid) to authenticated;
