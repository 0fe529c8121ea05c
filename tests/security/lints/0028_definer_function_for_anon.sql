-- A function that runs with its owner's rights, past all policies, and that visitors may execute. Triggers cannot be called, so they are left out.
-- In schema private it is no route of the API, but policies and functions with the caller's rights reach it.
select p.oid::regprocedure::text as finding
from pg_proc p
where p.pronamespace::regnamespace::text in ('public', 'private') and p.prosecdef
  and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
  and has_function_privilege('anon', p.oid, 'execute')
