-- A materialized view has no policies: whoever may select sees all of it.
select c.oid::regclass::text as finding
from pg_class c
where c.relkind = 'm' and c.relnamespace = 'public'::regnamespace
  and (has_any_column_privilege('anon', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select'))
