-- How often one sender may do a thing, per fixed window. One row per sender and action, so that parallel calls queue on it.
create table private.rate_limits (
  action text primary key,
  max_count integer not null check (max_count > 0),
  per interval not null
);
insert into private.rate_limits (action, max_count, per) values ('post', 60, interval '1 hour');

create table private.rate_usage (
  sender text not null,
  action text not null references private.rate_limits (action) on delete cascade,
  window_start timestamptz not null,
  used integer not null,
  primary key (sender, action)
);
create index rate_usage_action on private.rate_usage (action);

alter table private.rate_limits enable row level security;
alter table private.rate_usage enable row level security;
revoke all on private.rate_limits, private.rate_usage from public, anon, authenticated;

-- Counts one use; false when the window is full. `who` is a member's id or, for guests, an address.
create function private.use_rate(who text, what text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  lim private.rate_limits;
  count_now integer;
begin
  select * into strict lim from private.rate_limits where action = what;
  insert into private.rate_usage as u (sender, action, window_start, used) values (who, what, clock_timestamp(), 1)
  on conflict (sender, action) do update set
    used = case when u.window_start < clock_timestamp() - lim.per then 1 else u.used + 1 end,
    window_start = case when u.window_start < clock_timestamp() - lim.per then clock_timestamp() else u.window_start end
  returning used into count_now;
  return count_now <= lim.max_count;
end
$$;
revoke all on function private.use_rate(text, text) from public;
