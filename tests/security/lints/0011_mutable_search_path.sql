-- A function that finds its tables by the caller's search path: the caller can put others in their place. A body of SQL's own (`return`, `begin atomic`)
-- is bound when the function is created, so it needs no path.
select p.oid::regprocedure::text as finding
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'private')
  and not exists (select 1 from unnest(p.proconfig) setting where setting like 'search\_path=%')
  and p.prosqlbody is null
