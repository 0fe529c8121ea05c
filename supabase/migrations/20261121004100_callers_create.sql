-- Where a call of the API came from, as the server knows it and never as the body claims.

-- The last hop in front of us writes the last entry of x-forwarded-for; what stands before it can be invented. A platform with hops of its own behind
-- the caller names its trustworthy header: alter database … set app.client_ip_header = '…' (the functions' CLIENT_IP_HEADER says the same).
create function private.caller_address() returns inet
language plpgsql stable set search_path = '' as $$
declare
  headers jsonb := nullif(current_setting('request.headers', true), '')::jsonb;
  hops text[] := string_to_array(headers ->> coalesce(nullif(current_setting('app.client_ip_header', true), ''), 'x-forwarded-for'), ',');
begin
  return private.as_address(hops[cardinality(hops)]);
end
$$;

create function private.as_address(value text) returns inet
language sql immutable parallel safe set search_path = '' as $$
  select case when pg_input_is_valid(trim(value), 'inet') then host(trim(value)::inet)::inet end
$$;

create function private.caller_agent() returns text
language sql stable set search_path = '' as $$
  select left(nullif(current_setting('request.headers', true), '')::jsonb ->> 'user-agent', 400)
$$;

-- Who is calling, for limits: the member, or the visitor's address.
create function private.caller_key() returns text
language sql stable set search_path = '' as $$
  select coalesce((select auth.uid())::text, 'ip:' || coalesce(host(private.caller_address()), 'unknown'))
$$;
revoke all on function private.caller_address(), private.as_address(text), private.caller_agent(), private.caller_key() from public;
grant execute on function private.caller_address(), private.as_address(text), private.caller_agent(), private.caller_key()
  to anon, authenticated, service_role;

-- Counts one use of a limit for the caller.
create function private.use_my_rate(what text) returns boolean
language sql security definer set search_path = '' as $$
  select private.use_rate(private.caller_key(), what)
$$;
revoke all on function private.use_my_rate(text) from public;
grant execute on function private.use_my_rate(text) to anon, authenticated;

-- Without white space around it, as JavaScript's trim() leaves it.
create function private.trimmed(value text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(value, '^[\s\u000b\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+|[\s\u000b\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$', '', 'g')
$$;
grant execute on function private.trimmed(text) to anon, authenticated, service_role;
