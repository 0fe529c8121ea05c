-- For a timer, every second or few: publishes the counts that have waited for a pause, at most 500 and for half a second. Whoever acts on a row that it has
-- published waits until it ends, and a caller has a time limit: what it had done by then would be done again, without end. Returns how many were due and
-- looked at. One transaction: after a kill all of them wait as before.
create or replace function public.publish_counts() returns integer
language plpgsql security definer set search_path = '' as $$
declare
  until timestamptz := clock_timestamp() + interval '500 milliseconds';
  waiting record;
  published integer := 0;
begin
  for waiting in
    select w.id, w.kind from private.waiting_counts w where w.since <= clock_timestamp() - private.count_pause() order by w.since limit 500
  loop
    perform private.publish_count(waiting.kind, waiting.id);
    published := published + 1;
    exit when clock_timestamp() > until;
  end loop;
  return published;
end
$$;
