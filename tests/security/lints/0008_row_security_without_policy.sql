-- A table of the API schema that no policy opens. Right for what only the server touches, and then it is in the list of the allowed.
select c.oid::regclass::text as finding
from pg_class c
where c.relkind in ('r', 'p') and c.relrowsecurity and c.relnamespace = 'public'::regnamespace
  and not exists (select 1 from pg_policy p where p.polrelid = c.oid)
