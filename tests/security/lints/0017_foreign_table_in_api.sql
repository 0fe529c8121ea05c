-- A foreign table has no policies: whoever may select sees what the other server shows.
select c.oid::regclass::text as finding
from pg_class c
where c.relkind = 'f' and c.relnamespace = 'public'::regnamespace
  and (has_any_column_privilege('anon', c.oid, 'select') or has_any_column_privilege('authenticated', c.oid, 'select'))
