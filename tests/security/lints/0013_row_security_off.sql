-- A table that every role with a grant reads as a whole.
select c.oid::regclass::text as finding
from pg_class c
where c.relkind in ('r', 'p') and c.relnamespace::regnamespace::text in ('public', 'private') and not c.relrowsecurity
