-- One trigger per table, row or statement, and timing (before, after, at the end): with two, their names decide which runs first.
with events as (
  select t.tgrelid, t.tgname, t.tgtype & 1 as per_row, t.tgtype & 66 as timing, t.tginitdeferred as at_end, event
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join unnest(array[4, 8, 16, 32]) event on t.tgtype & event <> 0
  where not t.tgisinternal and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)
)
select distinct a.tgrelid::regclass || ': ' || string_agg(distinct a.tgname, ', ' order by a.tgname) as finding
from events a
group by a.tgrelid, a.per_row, a.timing, a.at_end, a.event
having count(distinct a.tgname) > 1
